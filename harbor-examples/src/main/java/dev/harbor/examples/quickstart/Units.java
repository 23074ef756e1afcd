package dev.harbor.examples.quickstart;

import java.time.Duration;
import java.util.Locale;

/** Writes numbers for people, the same in every locale. */
final class Units {

    private static final int STEP = 1024;

    private Units() {}

    static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** Returns a number with its noun: {@code 1 file}, {@code 2 files}. */
    static String count(long number, String noun) {
        return count(number) + ' ' + noun + (number == 1 ? "" : "s");
    }

    static String bytes(long bytes) {
        return bytes((double) bytes);
    }

    static String bytes(double bytes) {
        if (bytes < STEP) {
            return String.format(Locale.ROOT, "%.0f B", bytes);
        }
        double scaled = bytes / STEP;
        String unit = "KiB";
        for (String next : new String[] {"MiB", "GiB", "TiB"}) {
            if (scaled < STEP) {
                break;
            }
            scaled /= STEP;
            unit = next;
        }
        return String.format(Locale.ROOT, "%.1f %s", scaled, unit);
    }

    static String percent(double percent) {
        return String.format(Locale.ROOT, "%.1f %%", percent);
    }

    static String seconds(Duration elapsed) {
        return String.format(Locale.ROOT, "%,.1f s", elapsed.toMillis() / 1e3);
    }

    static String millis(Duration elapsed) {
        return String.format(Locale.ROOT, "%,.1f", elapsed.toNanos() / 1e6);
    }
}
