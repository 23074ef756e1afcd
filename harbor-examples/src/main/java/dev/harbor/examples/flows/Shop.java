package dev.harbor.examples.flows;

import dev.harbor.flow.Condition;
import dev.harbor.flow.Flow;
import dev.harbor.flow.Node;
import dev.harbor.flow.Ref;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Is a shop that keeps its books in memory, and the flow by which it fulfils an order. Thread-safe. */
final class Shop {

    record Order(String customer, List<Line> lines) {}

    record Line(String sku, int count) {}

    record Stock(String sku, boolean available, int cents) {}

    record Priced(List<Stock> stock) {}

    record Total(int cents, boolean complete) {}

    record Charge(String customer, int cents) {}

    record Receipt(String number, int cents) {}

    record Parcel(String receipt, List<Line> lines) {}

    record Shipped(String tracking) {}

    private final List<String> books = Collections.synchronizedList(new ArrayList<>());

    private final Tool<Line, Stock> stock = Tool.of(
                    "shop.stock",
                    Line.class,
                    Stock.class,
                    line -> new Stock(line.sku(), line.count() < 100, line.count() * 250))
            .description("Whether an item is there, and what it costs")
            .effect(SideEffect.READ);

    private final Tool<Charge, Receipt> charge = Tool.of("shop.charge", Charge.class, Receipt.class, this::charge)
            .description("Charges a customer")
            .effect(SideEffect.EXTERNAL);

    private final Tool<Parcel, Shipped> ship = Tool.of("shop.ship", Parcel.class, Shipped.class, this::ship)
            .description("Ships what was paid")
            .effect(SideEffect.WRITE);

    private Receipt charge(Charge charge) {
        books.add("charged " + charge.customer() + " " + charge.cents());
        return new Receipt("R-1", charge.cents());
    }

    private Shipped ship(Parcel parcel) {
        books.add("shipped " + parcel.lines().size() + " lines for " + parcel.receipt());
        return new Shipped("T-1");
    }

    private static Total total(Priced priced) {
        return new Total(
                priced.stock().stream().mapToInt(Stock::cents).sum(),
                priced.stock().stream().allMatch(Stock::available));
    }

    /** Prices every line at once, sums up, charges if everything is there, and ships. */
    Flow fulfilment() {
        Tool<Priced, Total> sum =
                Tool.of("sum", Priced.class, Total.class, Shop::total).effect(SideEffect.PURE);
        return Flow.builder("shop.fulfil", Order.class)
                .description("Fulfils an order if everything is in stock")
                .add(
                        Node.call("stock", stock).each(Ref.input("/lines"), 4),
                        Node.step("sum", sum).with("stock", Ref.to("stock")),
                        Node.call("charge", charge)
                                .with("customer", Ref.input("/customer"))
                                .with("cents", Ref.to("sum", "/cents"))
                                .onlyIf(Condition.isTrue(Ref.to("sum", "/complete"))),
                        Node.call("ship", ship)
                                .with("receipt", Ref.to("charge", "/number"))
                                .with("lines", Ref.input("/lines")))
                .output("receipt", Ref.to("charge"))
                .output("tracking", Ref.to("ship", "/tracking"))
                .deadline(Duration.ofMinutes(1))
                .hops(200)
                .build();
    }

    List<Tool<?, ?>> tools() {
        return List.of(stock, charge, ship);
    }

    List<String> books() {
        return List.copyOf(books);
    }
}
