package dev.harbor.json;

import java.net.URI;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;

/** Makes the nodes of types whose own text is not quite what JSON Schema's formats say. */
final class Texts {

    /** Java leaves out seconds that are zero; RFC 3339 demands them. */
    private static final DateTimeFormatter OFFSET_TIME = new DateTimeFormatterBuilder()
            .appendPattern("HH:mm:ss")
            .appendFraction(java.time.temporal.ChronoField.NANO_OF_SECOND, 0, 9, true)
            .appendOffsetId()
            .toFormatter(Locale.ROOT);

    private static final DateTimeFormatter OFFSET_DATE_TIME = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .appendLiteral('T')
            .append(OFFSET_TIME)
            .toFormatter(Locale.ROOT);

    private Texts() {}

    static TextNode instant(String pattern) {
        return TextNode.of(
                        "an instant such as 2026-02-28T10:15:30Z",
                        pattern,
                        text -> OffsetDateTime.parse(text).toInstant())
                .plus("format", "date-time");
    }

    static TextNode offsetDateTime(String pattern) {
        return TextNode.of(
                        "a date and time with an offset such as 2026-02-28T10:15:30+01:00",
                        pattern,
                        OffsetDateTime::parse,
                        value -> OFFSET_DATE_TIME.format((OffsetDateTime) value))
                .plus("format", "date-time");
    }

    static TextNode offsetTime(String pattern) {
        return TextNode.of(
                        "a time with an offset such as 10:15:30+01:00",
                        pattern,
                        OffsetTime::parse,
                        value -> OFFSET_TIME.format((OffsetTime) value))
                .plus("format", "time");
    }

    /** Refuses what Java would adjust without a word: an offset that the zone does not have at that time. */
    static ZonedDateTime zonedDateTime(String text) {
        ZonedDateTime parsed = ZonedDateTime.parse(text);
        int bracket = text.indexOf('[');
        OffsetDateTime written = OffsetDateTime.parse(bracket < 0 ? text : text.substring(0, bracket));
        if (!parsed.toOffsetDateTime().equals(written)) {
            throw new IllegalArgumentException("the zone has another offset at that time");
        }
        return parsed;
    }

    static TextNode duration() {
        return TextNode.of(
                "a duration such as PT1H30M or P2DT0.5S",
                "^-?P(?=[0-9T])([0-9]{1,13}D)?(T(?=[0-9])([0-9]{1,15}H)?([0-9]{1,15}M)?([0-9]{1,18}(\\.[0-9]{1,9})?S)?)?$",
                Duration::parse,
                value -> print((Duration) value));
    }

    /** Puts the sign in front once, where Java repeats it for every unit. */
    private static String print(Duration duration) {
        boolean negative = duration.isNegative() && duration.toSeconds() != Long.MIN_VALUE;
        return negative ? "-" + duration.negated() : duration.toString();
    }

    static TextNode period() {
        return TextNode.of(
                "a period such as P1Y2M or P10D",
                "^P(?=[-0-9])(-?[0-9]{1,9}Y)?(-?[0-9]{1,9}M)?(-?[0-9]{1,8}W)?(-?[0-9]{1,9}D)?$",
                Period::parse);
    }

    static TextNode uri() {
        return TextNode.of("a URI in ASCII such as https://example.com/a?b=c", "^[!-~]+$", URI::create)
                .plus("format", "uri-reference");
    }

    static TextNode locale() {
        return TextNode.of(
                "a language tag such as en or pt-BR",
                "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,10}$",
                Texts::parseLocale,
                value -> print((Locale) value));
    }

    private static Locale parseLocale(String tag) {
        Locale locale = new Locale.Builder().setLanguageTag(tag).build();
        if (print(locale).isEmpty()) {
            throw new IllegalArgumentException("a locale that has no tag of its own");
        }
        return locale;
    }

    /** Returns the tag, or nothing if it would read back as another locale. */
    private static String print(Locale locale) {
        String tag = locale.toLanguageTag();
        return Locale.forLanguageTag(tag).equals(locale) ? tag : "";
    }
}
