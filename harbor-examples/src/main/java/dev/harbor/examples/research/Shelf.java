package dev.harbor.examples.research;

import dev.harbor.json.Param;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolFailed;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Has the tools of the researchers: sheets to read, and sums to be done by somebody who can. Thread-safe. */
final class Shelf {

    static final String LIST = "shelf.list";
    static final String READ = "shelf.read";
    static final String COST = "energy.cost";

    private static final List<String> IDS = List.of("district-heating", "gas-boiler", "heat-pump");

    record Nothing() {}

    record Title(String id, String title) {}

    record Titles(List<Title> sheets) {}

    record Wanted(
            @Param(description = "The id of the sheet, as shelf.list has it")
            String id) {}

    record Sheet(String id, String title, String text) {}

    record Use(
            @Param(description = "The heat that is needed in a year, in kilowatt-hours")
            BigDecimal heat,

            @Param(description = "The heat that one kilowatt-hour of what is paid for gives")
            BigDecimal gain,

            @Param(description = "What a kilowatt-hour costs, in euros")
            BigDecimal price,

            @Param(description = "What is paid in a year whatever is used, in euros")
            BigDecimal standing) {}

    record Cost(BigDecimal perYear) {}

    private Shelf() {}

    static List<Tool<?, ?>> tools() {
        return List.of(
                Tool.of(LIST, Nothing.class, Titles.class, nothing -> titles())
                        .description("Lists the sheets on the shelf")
                        .effect(SideEffect.READ),
                Tool.of(READ, Wanted.class, Sheet.class, wanted -> sheet(wanted.id()))
                        .description("Reads a sheet")
                        .effect(SideEffect.READ),
                Tool.of(COST, Use.class, Cost.class, Shelf::cost)
                        .description("Says what heat costs in a year, in euros")
                        .effect(SideEffect.PURE));
    }

    private static Titles titles() {
        return new Titles(
                IDS.stream().map(id -> new Title(id, sheet(id).title())).toList());
    }

    private static Sheet sheet(String id) {
        if (!IDS.contains(id)) {
            throw ToolFailed.permanent("there is no sheet '" + id + "'; there are " + IDS);
        }
        String text = text("/research/" + id + ".txt");
        return new Sheet(id, text.lines().findFirst().orElse(id), text);
    }

    private static String text(String resource) {
        try (InputStream in = Objects.requireNonNull(Shelf.class.getResourceAsStream(resource), resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Cost cost(Use use) {
        if (use.gain().signum() <= 0) {
            throw ToolFailed.permanent("gain must be more than zero, was " + use.gain());
        }
        BigDecimal paidFor = use.heat().divide(use.gain(), MathContext.DECIMAL64);
        return new Cost(paidFor.multiply(use.price()).add(use.standing()).setScale(2, RoundingMode.HALF_EVEN));
    }
}
