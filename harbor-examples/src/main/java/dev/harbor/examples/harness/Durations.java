package dev.harbor.examples.harness;

import java.time.Duration;
import java.util.Locale;

/** Says durations as people do. */
final class Durations {

    private Durations() {}

    static String text(Duration duration) {
        long millis = duration.toMillis();
        if (millis < 1000) {
            return millis + " ms";
        }
        if (millis < 60_000) {
            return String.format(Locale.ROOT, "%.1f s", Math.floor(millis / 100.0) / 10);
        }
        long minutes = duration.toMinutes();
        return minutes < 60
                ? parts(minutes, "min", duration.toSecondsPart(), "s")
                : parts(duration.toHours(), "h", duration.toMinutesPart(), "min");
    }

    private static String parts(long large, String largeUnit, int small, String smallUnit) {
        return large + " " + largeUnit + (small == 0 ? "" : " " + small + " " + smallUnit);
    }
}
