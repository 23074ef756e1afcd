package dev.harbor.tools.mcp;

import dev.harbor.json.Json;
import dev.harbor.tool.ToolUnavailable;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps requests that wait for a person while their server waits for us, as it is until 2025-11-25: the request is open at the other side and can't be made
 * again. What is lost with this process is lost, and its outcome in doubt.
 *
 * <p>Thread-safe.
 */
final class Parking {

    static final String KIND = "parked";

    private static final int MOST = 256;
    private static final Duration LONGEST = Duration.ofHours(1);

    /** No other process has places of these names. */
    private final String prefix = UUID.randomUUID().toString() + '/';

    private final Ticks ticks;
    private final Map<String, Place> places = new ConcurrentHashMap<>();

    Parking(Ticks ticks) {
        this.ticks = ticks;
    }

    /**
     * Is a request that waits.
     *
     * @param connection where it was made
     * @param exchange the request
     * @param question what the server asks
     * @param progress how far it is
     */
    record Place(Connection connection, Exchange exchange, Question question, Progress progress) {

        /** Gives the waiting up, at both sides. */
        void leave() {
            question.answer(Json.of(Map.of("action", "cancel")));
            exchange.abandon("nobody has answered");
            exchange.close();
            connection.unwatch(progress);
        }
    }

    /** Keeps a request and returns the name of its place, or null if there is none. */
    @Nullable
    String keep(Place place) {
        if (places.size() >= MOST) {
            return null;
        }
        String name = prefix + UUID.randomUUID();
        places.put(name, place);
        ticks.after(LONGEST, () -> leave(name));
        return name;
    }

    /** Returns what a call remembers of its place. */
    static Json state(String name, Json asks) {
        return Json.of(Map.of("kind", KIND, "place", name, "asks", asks));
    }

    /**
     * Gives up the request of a call.
     *
     * @param state what the call remembers
     * @throws ToolUnavailable if it was made in another process, which may hold it still
     */
    void abandon(Json state) {
        String name = RemoteTool.text(state.get("place")).orElse("");
        if (!name.startsWith(prefix)) {
            throw new ToolUnavailable("the request waits in another process, or one that has died", null);
        }
        Place place = take(name);
        if (place != null) {
            place.leave();
        }
    }

    private void leave(String name) {
        Place place = take(name);
        if (place != null) {
            Background.run("harbor-mcp-leave", place::leave);
        }
    }

    /** Returns the request at a place, which is free again; null if it is not there any more. */
    @Nullable
    Place take(String name) {
        return places.remove(name);
    }

    void clear() {
        places.clear();
    }
}
