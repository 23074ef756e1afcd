package dev.harbor.planner;

import dev.harbor.plan.Decision;
import dev.harbor.plan.PlanContext;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells all listeners, and survives them. */
final class Listeners implements PlannerListener {

    private static final Logger LOG = LoggerFactory.getLogger(ModelPlanner.class);

    private final List<PlannerListener> listeners;
    private final Set<PlannerListener> reported = ConcurrentHashMap.newKeySet();

    Listeners(List<PlannerListener> listeners) {
        this.listeners = listeners;
    }

    @Override
    public void asking(PlanContext context, int attempt) {
        tell(listener -> listener.asking(context, attempt));
    }

    @Override
    public void said(PlanContext context, String piece) {
        tell(listener -> listener.said(context, piece));
    }

    @Override
    public void refused(PlanContext context, int attempt, String problem) {
        tell(listener -> listener.refused(context, attempt, problem));
    }

    @Override
    public void decided(PlanContext context, Decision decision) {
        tell(listener -> listener.decided(context, decision));
    }

    private void tell(Consumer<PlannerListener> what) {
        for (PlannerListener listener : listeners) {
            try {
                what.accept(listener);
            } catch (RuntimeException e) {
                report(listener, e);
            }
        }
    }

    private void report(PlannerListener listener, RuntimeException why) {
        if (reported.add(listener)) {
            LOG.warn("a listener of a planner failed, and will not be reported again: {}", listener.getClass(), why);
        }
    }
}
