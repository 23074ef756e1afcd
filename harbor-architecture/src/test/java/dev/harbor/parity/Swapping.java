package dev.harbor.parity;

import dev.harbor.catalog.ExternalToolset;
import dev.harbor.tool.SideEffect;
import dev.harbor.transport.SourceState;
import dev.harbor.transport.ToolSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Is a source that has one tool, over one {@link Road} after the other. */
final class Swapping implements ToolSource {

    private final Desk desk;
    private final List<Offer> offers = new ArrayList<>();
    private Consumer<ExternalToolset> toolsets = any -> {};

    Swapping(Desk desk) {
        this.desk = desk;
    }

    @Override
    public String name() {
        return "swapped";
    }

    @Override
    public synchronized void start(Consumer<ExternalToolset> consumer) {
        toolsets = consumer;
        next();
    }

    /** Goes on to the next road, if there is one. */
    synchronized void next() {
        if (offers.size() < Road.values().length) {
            Road road = Road.values()[offers.size()];
            Offer offer = road.offer(desk, SideEffect.EXTERNAL, Road.policy());
            offers.add(offer);
            offer.deliver(name(), road.name(), toolsets);
        }
    }

    @Override
    public SourceState state() {
        return SourceState.READY;
    }

    @Override
    public synchronized void close() {
        for (Offer offer : offers) {
            try {
                offer.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
