package dev.harbor.examples.quickstart;

import dev.harbor.json.Param;
import dev.harbor.json.Violation;
import dev.harbor.tool.InvalidArguments;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import java.util.Comparator;
import java.util.List;

/** The tools that only calculate. */
final class NumberTools {

    private NumberTools() {}

    static List<Tool<?, ?>> all() {
        return List.of(
                Tool.of("numbers.stats", Numbers.class, Stats.class, NumberTools::stats)
                        .description("Returns count, sum, minimum, median, 90th percentile and maximum")
                        .effect(SideEffect.PURE),
                Tool.of("numbers.rank", Rank.class, Ranking.class, NumberTools::rank)
                        .description("Sorts named values, largest first, with the part of the sum that each has")
                        .effect(SideEffect.PURE));
    }

    record Numbers(@Param(description = "one or more") List<Double> values) {}

    record Stats(long count, double sum, double min, double median, double p90, double max) {}

    record Item(String name, double value) {}

    record Rank(List<Item> items, @Param(defaultValue = "6") int top) {}

    record Ranked(String name, double value, double percent) {}

    record Ranking(List<Ranked> ranks, double sum) {}

    private static Stats stats(Numbers numbers) {
        List<Double> sorted = numbers.values().stream().sorted().toList();
        if (sorted.isEmpty()) {
            throw new InvalidArguments(
                    "there is nothing to calculate",
                    List.of(new Violation("/values", "minItems", "must have one value or more", List.of())));
        }
        double sum = sorted.stream().mapToDouble(each -> each).sum();
        return new Stats(
                sorted.size(),
                sum,
                sorted.get(0),
                quantile(sorted, 0.5),
                quantile(sorted, 0.9),
                sorted.get(sorted.size() - 1));
    }

    private static double quantile(List<Double> sorted, double part) {
        double at = part * (sorted.size() - 1);
        int below = (int) at;
        double lower = sorted.get(below);
        double upper = sorted.get(Math.min(below + 1, sorted.size() - 1));
        return lower + (at - below) * (upper - lower);
    }

    private static Ranking rank(Rank wanted) {
        double sum = wanted.items().stream().mapToDouble(Item::value).sum();
        List<Ranked> ranks = wanted.items().stream()
                .sorted(Comparator.comparingDouble(Item::value).reversed().thenComparing(Item::name))
                .limit(Math.max(0, wanted.top()))
                .map(item -> new Ranked(item.name(), item.value(), sum == 0 ? 0 : 100 * item.value() / sum))
                .toList();
        return new Ranking(ranks, sum);
    }
}
