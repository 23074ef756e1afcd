package dev.harbor.examples.orders;

import dev.harbor.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keeps orders in memory, one for each key. Thread-safe. */
final class OrderBook {

    private static final int PAGE = 2;

    private final Map<String, Json> byKey = new LinkedHashMap<>();

    /** Writes an order, or returns the one that was written under the key. */
    synchronized Json place(String key, Json order) {
        return byKey.computeIfAbsent(key, ignored -> {
            Map<String, Object> written = new LinkedHashMap<>();
            written.put("id", "o" + (byKey.size() + 1));
            written.put("item", order.get("item").orElse(Json.NULL));
            written.put("quantity", order.get("quantity").orElse(Json.NULL));
            written.put("state", "placed");
            return Json.of(written);
        });
    }

    synchronized Optional<Json> find(String id) {
        return byKey.values().stream()
                .filter(order -> order.get("id").equals(Optional.of(Json.string(id))))
                .findFirst();
    }

    /** Returns a page of orders; the query says after how many it begins. */
    synchronized Json page(@Nullable String query) {
        int from = query == null || !query.matches("after=[0-9]{1,6}") ? 0 : Integer.parseInt(query.substring(6));
        List<Json> all = List.copyOf(byKey.values());
        int end = Math.min(all.size(), from + PAGE);
        Map<String, Object> page = new LinkedHashMap<>();
        page.put("orders", from < end ? all.subList(from, end) : List.of());
        page.put("next", end < all.size() ? String.valueOf(end) : Json.NULL);
        return Json.of(page);
    }

    synchronized int size() {
        return byKey.size();
    }
}
