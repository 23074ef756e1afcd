package dev.harbor.inspector;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Says numbers, times and names of states as people do. */
final class Words {

    private Words() {}

    static String duration(Duration duration) {
        long millis = duration.toMillis();
        if (millis < 1000) {
            return millis + " ms";
        }
        if (millis < 60_000) {
            return String.format(Locale.ROOT, "%.1f s", Math.floor(millis / 100.0) / 10);
        }
        if (duration.toHours() == 0) {
            return parts(duration.toMinutes(), "min", duration.toSecondsPart(), "s");
        }
        return duration.toDays() == 0
                ? parts(duration.toHours(), "h", duration.toMinutesPart(), "min")
                : parts(duration.toDays(), "d", duration.toHoursPart(), "h");
    }

    private static String parts(long large, String largeUnit, int small, String smallUnit) {
        return large + " " + largeUnit + (small == 0 ? "" : " " + small + " " + smallUnit);
    }

    /** Says how old something is, in one unit. */
    static String age(Duration age) {
        if (age.toDays() > 0) {
            return age.toDays() + " d";
        }
        if (age.toHours() > 0) {
            return age.toHours() + " h";
        }
        return age.toMinutes() > 0 ? age.toMinutes() + " min" : Math.max(0, age.toSeconds()) + " s";
    }

    static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    static String bytes(long bytes) {
        if (bytes < 1024) {
            return bytes + " B";
        }
        double kilo = bytes / 1024.0;
        return kilo < 1024
                ? String.format(Locale.ROOT, "%.1f kB", kilo)
                : String.format(Locale.ROOT, "%.1f MB", kilo / 1024);
    }

    static String moment(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString().replace('T', ' ').replace("Z", " UTC");
    }

    /** Returns the name of a constant as it is spelled in events and journals. */
    static String wire(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
