package dev.harbor.benchmarks;

import dev.harbor.benchmarks.Entry.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Writes results as one Markdown table whose columns are aligned, so that it can be read on a terminal as well. */
final class Table {

    private static final List<String> HEAD =
            List.of("benchmark", "median", "spread", "B/op", "measured", "goal", "met");

    private Table() {}

    static String of(List<Entry> entries, Map<String, Samples> results) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEAD);
        entries.stream()
                .filter(entry -> results.containsKey(entry.id()))
                .forEach(entry -> rows.addAll(rows(entry, results)));
        return markdown(rows);
    }

    /** Returns a row for each goal; only the first tells what was measured. */
    private static List<List<String>> rows(Entry entry, Map<String, Samples> results) {
        List<String> figures = figures(entry, results.getOrDefault(entry.id(), Samples.NONE));
        if (entry.goals().isEmpty()) {
            return List.of(joined(figures, List.of("", "", "")));
        }
        List<List<String>> rows = new ArrayList<>();
        for (Goal goal : entry.goals()) {
            List<String> left = rows.isEmpty() ? figures : List.of("", "", "", "");
            rows.add(joined(left, goal.cells(entry.id(), results)));
        }
        return rows;
    }

    private static List<String> figures(Entry entry, Samples samples) {
        String clock = entry.clock() == Clock.CPU ? " cpu" : "";
        return List.of(
                entry.id(),
                time(samples.medianNanos()) + clock,
                String.format(Locale.ROOT, "%.0f %%", samples.spread() * 100),
                samples.bytes().isEmpty() ? "" : bytes(samples.leastBytes()));
    }

    static String time(double nanos) {
        if (nanos < 10_000) {
            return String.format(Locale.ROOT, nanos < 100 ? "%.1f ns" : "%.0f ns", nanos);
        }
        return nanos < 10_000_000
                ? String.format(Locale.ROOT, "%.1f µs", nanos / 1e3)
                : String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
    }

    static String bytes(double bytes) {
        return String.format(Locale.ROOT, "%,d", Math.round(bytes));
    }

    private static List<String> joined(List<String> left, List<String> right) {
        List<String> all = new ArrayList<>(left);
        all.addAll(right);
        return all;
    }

    private static String markdown(List<List<String>> rows) {
        int[] widths = IntStream.range(0, HEAD.size())
                .map(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        List<String> lines = rows.stream()
                .map(row -> line(column -> padded(row.get(column), widths[column])))
                .collect(Collectors.toCollection(ArrayList::new));
        lines.add(1, line(column -> "-".repeat(widths[column])));
        return String.join("\n", lines) + "\n";
    }

    private static String line(Function<Integer, String> cell) {
        return IntStream.range(0, HEAD.size()).boxed().map(cell).collect(Collectors.joining(" | ", "| ", " |"));
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(width - text.length());
    }
}
