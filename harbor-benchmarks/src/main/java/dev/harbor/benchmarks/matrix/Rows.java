package dev.harbor.benchmarks.matrix;

import java.util.List;
import java.util.function.Supplier;

/** Lists the rows. */
final class Rows {

    static final List<Row> ALL = List.of(
            row("`String` from `{}`", Desks.City::new, "{}", Cell.REFUSED),
            row("`String` under another name", Desks.City::new, "{\"City\":\"x\"}", Cell.REFUSED),
            row("`String` from `null`", Desks.City::new, "{\"city\":null}", Cell.REFUSED),
            row("arguments `null`", Desks.City::new, "null", Cell.REFUSED),
            text("arguments that are not JSON", Desks.City::new, "call it", Cell.REFUSED),
            text("arguments twice", Desks.City::new, "{\"city\":\"a\"}{\"city\":\"b\"}", Cell.REFUSED),
            text("a key twice", Desks.City::new, "{\"city\":\"a\",\"city\":\"b\"}", Cell.REFUSED),
            row("an object for a `String`", Desks.City::new, "{\"city\":{\"name\":\"x\"}}", Cell.REFUSED),
            row("`int` from 5.7", Desks.Count::new, "{\"count\":5.7}", Cell.REFUSED),
            row("`int` from `\"\"`", Desks.Count::new, "{\"count\":\"\"}", Cell.REFUSED),
            row("`int` from `null`", Desks.Count::new, "{\"count\":null}", Cell.REFUSED),
            row("`int` from 3000000000", Desks.Count::new, "{\"count\":3000000000}", Cell.REFUSED),
            row("`int` from `{}`", Desks.Count::new, "{}", Cell.REFUSED),
            row("`boolean` from `\"yes\"`", Desks.Flag::new, "{\"flag\":\"yes\"}", Cell.REFUSED),
            row("`boolean` from 1", Desks.Flag::new, "{\"flag\":1}", Cell.REFUSED),
            row("an enum by its wire name", Desks.Level::new, "{\"risk\":\"low-risk\"}", "runs \"Risk.LOW\""),
            row("a set of enums by wire names", Desks.Levels::new, "{\"risks\":[\"low-risk\"]}", "runs \"[LOW:Risk]\""),
            row(
                    "`Range<LocalDate>`",
                    Desks.Dates::new,
                    "{\"range\":{\"from\":\"2026-01-02\",\"to\":\"2026-01-03\"}}",
                    "runs \"2026-01-02 LocalDate\""),
            row("`LocalDate`", Desks.Day::new, "{\"day\":\"2026-01-02\"}", "runs 2026-01-02"),
            row("`Instant`", Desks.Moment::new, "{\"at\":\"2026-01-02T03:04:05Z\"}", "runs 2026-01-02T03:04:05Z"),
            row("`Duration`", Desks.Wait::new, "{\"length\":\"PT5M\"}", "runs PT5M"),
            row(
                    "a component with a wire name",
                    Desks.Renamed::new,
                    "{\"named\":{\"first_name\":\"Bo\"}}",
                    "runs \"Bo\""),
            row("`Optional` that is absent", Desks.Maybe::new, "{\"holder\":{\"id\":\"1\"}}", "runs Optional.empty"),
            row(
                    "`Optional` that is there",
                    Desks.Maybe::new,
                    "{\"holder\":{\"id\":\"1\",\"note\":\"x\"}}",
                    "runs Optional[x]"),
            row(
                    "a recursive record, right child",
                    Desks.Grow::new,
                    "{\"tree\":{\"name\":\"a\",\"children\":[{\"name\":\"b\",\"children\":[]}]}}",
                    "runs Tree[name=a, children=[Tree[name=b, children=[]]]]"),
            row(
                    "a recursive record, wrong child",
                    Desks.Grow::new,
                    "{\"tree\":{\"name\":\"a\",\"children\":[{\"tree\":{\"name\":\"b\"}}]}}",
                    Cell.REFUSED),
            row("`Map<String, Integer>` of text", Desks.Stock::new, "{\"stock\":{\"a\":\"x\"}}", Cell.REFUSED),
            row(
                    "`BigDecimal` of 29 digits",
                    Desks.Money::new,
                    "{\"amount\":12345678901234567890123456.789}",
                    "runs \"12345678901234567890123456.789\""),
            row("`List<Integer>` from `[\"1\",2.5]`", Desks.Numbers::new, "{\"numbers\":[\"1\",2.5]}", Cell.REFUSED),
            row("a checked exception with a secret", Desks.Throws::new, "{}", "runs \"fails\", error"),
            row("a stack that overflows", Desks.Overflows::new, "{}", "runs \"deep\", error"),
            row("a result of 5 MB", Desks.Heavy::new, "{}", Cell.REFERENCE),
            row("`CompletableFuture` as result", Desks.Later::new, "{}", Cell.NOT_REGISTERED),
            row("a result that contains itself", Desks.Cyclic::new, "{}", Cell.NOT_REGISTERED),
            row("two methods of one name", Desks.Overloaded::new, "{\"one\":\"x\"}", Cell.NOT_REGISTERED),
            new Row(
                    "an object twice",
                    () -> List.of(new Desks.City(), new Desks.City()),
                    "{\"city\":\"x\"}",
                    Cell.NOT_REGISTERED,
                    Row.About.SEVERAL));

    private Rows() {}

    private static Row row(String what, Supplier<Object> tools, String arguments, String right) {
        return new Row(what, () -> List.of(tools.get()), arguments, right, Row.About.CALL);
    }

    private static Row text(String what, Supplier<Object> tools, String arguments, String right) {
        return new Row(what, () -> List.of(tools.get()), arguments, right, Row.About.TEXT);
    }
}
