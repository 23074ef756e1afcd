package dev.harbor.tools.mcp;

import dev.harbor.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Is a whole list of a server: all its pages, as far as they are allowed.
 *
 * @param entries what is listed
 * @param truncated whether there was more than is allowed
 * @param fresh how long the list holds by the server's word; zero if it does not say
 */
record Listing(List<Json> entries, boolean truncated, Duration fresh) {

    /**
     * Reads a list.
     *
     * @param what the kind, such as {@code tools}
     * @throws LinkFailure if a page does not come, is none, or the pages go in a circle
     */
    static Listing of(Connection connection, McpLimits limits, String what) throws InterruptedException {
        return new Reading(connection, limits, what).all();
    }

    /** How many times the limit of a request all pages together may take. */
    private static final int MOST_REQUESTS = 4;

    /** Is the reading of one list. Confined to one thread. */
    private static final class Reading {

        private final Connection connection;
        private final McpLimits limits;
        private final String what;
        private final List<Json> entries = new ArrayList<>();
        private final Set<String> cursors = new HashSet<>();
        private final long begun;
        private Duration fresh = Duration.ZERO;

        Reading(Connection connection, McpLimits limits, String what) {
            this.connection = connection;
            this.limits = limits;
            this.what = what;
            this.begun = connection.nanos();
        }

        Listing all() throws InterruptedException {
            Optional<String> cursor = page(Map.of());
            int pages = 1;
            while (cursor.isPresent()) {
                if (!cursors.add(cursor.get())) {
                    throw LinkFailure.unreadable("the pages of the server's list of " + what + " go in a circle", null);
                }
                if (connection.nanos() - begun > MOST_REQUESTS * limits.request().toNanos()) {
                    throw LinkFailure.timeout("the server's list of " + what + " did not end in time");
                }
                if (pages == limits.pages() || entries.size() > limits.tools()) {
                    return listing(true);
                }
                cursor = page(Map.of("cursor", cursor.get()));
                pages++;
            }
            return listing(false);
        }

        private Listing listing(boolean more) {
            boolean tooMany = entries.size() > limits.tools();
            List<Json> kept = tooMany ? entries.subList(0, limits.tools()) : entries;
            return new Listing(List.copyOf(kept), more || tooMany, fresh);
        }

        private Optional<String> page(Map<String, Object> params) throws InterruptedException {
            Json page = connection.request(what + "/list", params);
            Json list = page.get(what)
                    .filter(json -> json.kind() == Json.Kind.ARRAY)
                    .orElseThrow(() -> LinkFailure.unreadable("a page of the server's list has no " + what, null));
            entries.addAll(list.elements());
            fresh = page.get("ttlMs").flatMap(Reading::millis).orElse(Duration.ZERO);
            return page.get("nextCursor")
                    .filter(json -> json.kind() == Json.Kind.STRING)
                    .map(Json::asString);
        }

        private static Optional<Duration> millis(Json number) {
            boolean plain = number.toString().matches("[0-9]{1,12}");
            return plain ? Optional.of(Duration.ofMillis(number.asLong())) : Optional.empty();
        }
    }
}
