package dev.harbor.examples.research;

import dev.harbor.json.Codec;
import java.math.BigDecimal;
import java.util.List;

/**
 * What a task found out.
 *
 * @param way how to heat
 * @param perYear what it costs in a year, in euros
 * @param sheet where the figures are from
 */
record Finding(String way, BigDecimal perYear, String sheet) {

    static final Codec<Finding> CODEC = Codec.of(Finding.class);

    /**
     * What the whole research came to.
     *
     * @param ranking what was found, the cheapest first
     * @param failed the tasks that found nothing
     */
    record Ranking(List<Finding> ranking, List<String> failed) {

        static final Codec<Ranking> CODEC = Codec.of(Ranking.class);
    }
}
