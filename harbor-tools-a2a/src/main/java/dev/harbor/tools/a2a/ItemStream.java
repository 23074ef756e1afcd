package dev.harbor.tools.a2a;

import dev.harbor.json.Json;
import dev.harbor.json.MalformedJsonException;
import dev.harbor.net.Reply;
import dev.harbor.net.SseEvent;
import dev.harbor.net.SseReader;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Is what a peer sends in answer to one request: the events of a stream, or one answer where a peer does not stream. Confined to one call. */
final class ItemStream implements AutoCloseable {

    private final @Nullable SseReader events;
    private final Iterator<Item> single;
    private final Binding binding;
    private final String id;
    private final Proof proof;

    private ItemStream(@Nullable SseReader events, List<Item> single, Binding binding, String id, Proof proof) {
        this.events = events;
        this.single = single.iterator();
        this.binding = binding;
        this.id = id;
        this.proof = proof;
    }

    static ItemStream of(Reply reply, Binding binding, String id, Proof proof) {
        return new ItemStream(reply.events(), List.of(), binding, id, proof);
    }

    static ItemStream of(Item item, Binding binding) {
        return new ItemStream(null, List.of(item), binding, "", new Proof());
    }

    /** Tells whether the peer streams. */
    boolean isStream() {
        return events != null;
    }

    /**
     * Waits for the next item; null at the end.
     *
     * @throws PeerError if the peer says that it failed
     * @throws BrokenPeer if it is no item
     * @throws dev.harbor.net.NetException if the stream breaks, is silent for too long or over a limit
     */
    @Nullable
    Item next() {
        if (events == null) {
            return single.hasNext() ? single.next() : null;
        }
        SseEvent event = events.next();
        while (event != null && event.data().isBlank()) {
            event = events.next();
        }
        return event == null ? null : read(proof.scrub(event.data()));
    }

    private Item read(String data) {
        Json json;
        try {
            json = Json.parse(data);
        } catch (MalformedJsonException e) {
            throw new BrokenPeer("an event is not JSON", e);
        }
        return Item.read(binding.unwrap(json, id, 200, null));
    }

    /** Ends it at once; the peer goes on with its task. */
    @Override
    public void close() {
        if (events != null) {
            events.close();
        }
    }
}
