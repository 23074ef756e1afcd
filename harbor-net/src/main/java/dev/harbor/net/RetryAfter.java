package dev.harbor.net;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads the header by which the other side asks to wait: seconds, or a date in one of the three forms of HTTP. */
final class RetryAfter {

    private static final List<DateTimeFormatter> DATES = List.of(
            DateTimeFormatter.RFC_1123_DATE_TIME,
            new DateTimeFormatterBuilder()
                    .appendPattern("EEEE, dd-MMM-")
                    .appendValueReduced(ChronoField.YEAR, 2, 2, 2000)
                    .appendPattern(" HH:mm:ss 'GMT'")
                    .toFormatter(Locale.ENGLISH)
                    .withZone(ZoneOffset.UTC),
            DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss uuuu", Locale.ENGLISH)
                    .withZone(ZoneOffset.UTC));

    private static final int MOST_DIGITS = 9;

    private RetryAfter() {}

    /** Returns how long to wait from now, zero or more and at most {@link Reply#LONGEST_RETRY_AFTER}; empty if it can't be read. */
    static Optional<Duration> parse(String value, Clock clock) {
        String text = value.strip();
        if (text.matches("[0-9]+")) {
            String digits = text.replaceFirst("^0+(?=.)", "");
            Duration wait = digits.length() > MOST_DIGITS
                    ? Reply.LONGEST_RETRY_AFTER
                    : Duration.ofSeconds(Long.parseLong(digits));
            return Optional.of(bounded(wait));
        }
        return date(text).map(when -> bounded(Duration.between(clock.instant(), when)));
    }

    private static Duration bounded(Duration wait) {
        if (wait.isNegative()) {
            return Duration.ZERO;
        }
        return wait.compareTo(Reply.LONGEST_RETRY_AFTER) > 0 ? Reply.LONGEST_RETRY_AFTER : wait;
    }

    private static Optional<Instant> date(String text) {
        for (DateTimeFormatter form : DATES) {
            try {
                return Optional.of(ZonedDateTime.parse(text, form).toInstant());
            } catch (DateTimeException ignored) {
                // It may be in another of the three forms.
            }
        }
        return Optional.empty();
    }
}
