package dev.harbor.flow;

import dev.harbor.json.Json;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import java.util.List;

/** Tools that flows are built from; nothing calls them here. */
final class Samples {

    record Order(String id, int count, List<Line> lines) {}

    record Line(String sku, int count) {}

    record Price(long cents, String currency) {}

    static final Tool<Line, Price> PRICE = Tool.of(
                    "shop.price", Line.class, Price.class, line -> new Price(line.count() * 100L, "EUR"))
            .effect(SideEffect.READ);

    static final Tool<Price, Boolean> CHARGE =
            Tool.of("shop.charge", Price.class, Boolean.class, price -> true).effect(SideEffect.WRITE);

    static final Tool<Json, Json> ANY =
            Tool.json("any.thing", Json.EMPTY_OBJECT, value -> value).effect(SideEffect.PURE);

    private Samples() {}
}
