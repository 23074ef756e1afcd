package dev.harbor.llm.langchain4j;

import java.net.http.HttpHeaders;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** Reads the header by which a provider asks to wait: seconds, or a date, which counts from the date of the answer, since clocks differ. */
final class RetryAfter {

    /** The longest time that is heeded; who asks for more is not asked again for so long. */
    static final Duration LONGEST = Duration.ofHours(24);

    private static final int MOST_DIGITS = 9;

    private RetryAfter() {}

    /** Returns how long to wait, zero or more and at most {@link #LONGEST}; empty if there is no header or it can't be read. */
    static Optional<Duration> of(HttpHeaders headers) {
        return headers.firstValue("Retry-After").map(String::strip).flatMap(value -> of(value, headers));
    }

    private static Optional<Duration> of(String value, HttpHeaders headers) {
        if (!value.matches("[0-9]+")) {
            return date(value)
                    .flatMap(when -> headers.firstValue("Date")
                            .flatMap(RetryAfter::date)
                            .map(now -> bounded(Duration.between(now, when))));
        }
        return Optional.of(value.length() > MOST_DIGITS ? LONGEST : bounded(Duration.ofSeconds(Long.parseLong(value))));
    }

    private static Duration bounded(Duration wait) {
        if (wait.isNegative()) {
            return Duration.ZERO;
        }
        return wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
    }

    private static Optional<Instant> date(String text) {
        try {
            return Optional.of(ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
