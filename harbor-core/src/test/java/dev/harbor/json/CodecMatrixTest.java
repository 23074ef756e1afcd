package dev.harbor.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.error.HarborException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Lists, for each supported type, what its reader takes and what it refuses, and holds the independent validator to the same list. */
final class CodecMatrixTest {

    private static final Map<Json, Oracle> ORACLES = new ConcurrentHashMap<>();

    record Row(TypeRef<?> type, String json, boolean accepted) {

        @Override
        public String toString() {
            return (accepted ? "takes " : "refuses ") + (json.length() > 60 ? json.substring(0, 60) : json) + " as "
                    + type;
        }
    }

    private static Stream<Row> rows(TypeRef<?> type, List<String> accepted, List<String> refused) {
        return Stream.concat(
                accepted.stream().map(json -> new Row(type, json, true)),
                refused.stream().map(json -> new Row(type, json, false)));
    }

    private static final List<String> NEVER_A_NUMBER =
            List.of("\"5\"", "\"\"", "\"NaN\"", "NaN", "null", "true", "[5]", "[]", "{}", "\"abc\"", "05", "0x5", "5,");

    private static final List<String> NEVER_TEXT = List.of("5", "5.5", "true", "null", "{}", "[]", "[\"a\"]");

    private static List<String> plus(List<String> some, String... more) {
        return Stream.concat(some.stream(), Arrays.stream(more)).toList();
    }

    static Stream<Row> numbers() {
        return Stream.of(
                        rows(
                                new TypeRef<Byte>() {},
                                List.of("5", "-128", "127", "5.0", "5e0", "0.5e1"),
                                plus(NEVER_A_NUMBER, "128", "-129", "5.7", "1e400")),
                        rows(
                                new TypeRef<Short>() {},
                                List.of("5", "-32768", "32767", "1e2"),
                                plus(NEVER_A_NUMBER, "32768", "70000", "0.1")),
                        rows(
                                new TypeRef<Integer>() {},
                                List.of("5", "-2147483648", "2147483647", "-0", "2147483647.0"),
                                plus(NEVER_A_NUMBER, "2147483648", "3000000000", "1e-1", "9223372036854775808")),
                        rows(
                                new TypeRef<Long>() {},
                                List.of(
                                        "9007199254740993",
                                        "-9223372036854775808",
                                        "9223372036854775807",
                                        "92233720368547758070e-1"),
                                plus(NEVER_A_NUMBER, "9223372036854775808", "1e19", "5.5")),
                        rows(
                                new TypeRef<BigInteger>() {},
                                List.of("5", "12345678901234567890123456789", "1e400", "-1.50e1"),
                                plus(NEVER_A_NUMBER, "5.7", "1e-3")),
                        rows(
                                new TypeRef<Double>() {},
                                List.of(
                                        "5.5",
                                        "5",
                                        "-0.0",
                                        "0.1234567890123456789",
                                        "1.7976931348623157E308",
                                        "4.9E-324",
                                        "1e-999",
                                        "9007199254740992"),
                                plus(NEVER_A_NUMBER, "1e400", "-1e400", "1.8e308")),
                        rows(
                                new TypeRef<Float>() {},
                                List.of("5.5", "5", "3.4028235E38", "-0.0", "16777216", "0.1"),
                                plus(NEVER_A_NUMBER, "1e39", "3.4028236e38", "1e400")),
                        rows(
                                new TypeRef<BigDecimal>() {},
                                List.of("12345678901234567890.123456789", "1.10", "5", "1E+3", "1E400", "-0.0"),
                                NEVER_A_NUMBER),
                        rows(
                                new TypeRef<Boolean>() {},
                                List.of("true", "false"),
                                List.of("\"true\"", "1", "0", "\"\"", "null", "[true]", "True", "\"false\"")))
                .flatMap(rows -> rows);
    }

    static Stream<Row> texts() {
        return Stream.of(
                        rows(
                                new TypeRef<String>() {},
                                List.of("\"\"", "\"5\"", "\"\\ud83d\\ude00\"", "\"\\u0000\""),
                                plus(NEVER_TEXT, "\"a\tb\"", "\"\\ud800\"", "'a'", "a")),
                        rows(
                                new TypeRef<Character>() {},
                                List.of("\"a\"", "\"\\n\"", "\"\\u20ac\""),
                                plus(NEVER_TEXT, "97", "\"\"", "\"ab\"", "\"\\ud83d\\ude00\"", "\"a\\n\"")),
                        rows(
                                new TypeRef<UUID>() {},
                                List.of(
                                        "\"3b241101-e2bb-4255-8caf-4136c566a962\"",
                                        "\"3B241101-E2BB-4255-8CAF-4136C566A962\""),
                                plus(
                                        NEVER_TEXT,
                                        "\"x\"",
                                        "\"\"",
                                        "\"OyQRAeK7QlWMr0E2xWapYg==\"",
                                        "\"1-1-1-1-1\"",
                                        "\"3b241101e2bb42558caf4136c566a962\"",
                                        "\"3b241101-e2bb-4255-8caf-4136c566a962\\n\"")),
                        rows(
                                new TypeRef<URI>() {},
                                List.of("\"https://example.com/a?b=c#d\"", "\"a/b\"", "\"mailto:x@y\"", "\"%41\""),
                                plus(NEVER_TEXT, "\"\"", "\"a b\"", "\"%zz\"", "\"http://[::1\"", "\"\\u00e9\"")),
                        rows(
                                new TypeRef<Locale>() {},
                                List.of("\"en\"", "\"pt-BR\"", "\"zh-Hant-TW\"", "\"und\"", "\"de-DE-1996\""),
                                plus(NEVER_TEXT, "\"\"", "\"not a locale!!\"", "\"en_US\"", "\"e\"", "\"en\\n\"")),
                        rows(
                                new TypeRef<byte[]>() {},
                                List.of("\"AQI=\"", "\"\"", "\"AQID\"", "\"AQ==\""),
                                plus(
                                        NEVER_TEXT,
                                        "\"A\"",
                                        "[1,2]",
                                        "\"A Q I =\"",
                                        "\"AQI\"",
                                        "\"A-_=\"",
                                        "\"AQJ=\"",
                                        "\"AQI=\\n\"",
                                        "\"====\"")),
                        rows(
                                new TypeRef<Family.Plain>() {},
                                List.of("\"LOW\"", "\"VERY_HIGH\"", "\"\\u004cOW\""),
                                plus(NEVER_TEXT, "0", "\"0\"", "\"low\"", "\"\"", "\" LOW\"", "\"NOPE\"")),
                        rows(
                                new TypeRef<Family.Spoken>() {},
                                List.of("\"rather cold\"", "\"hot!\""),
                                plus(NEVER_TEXT, "\"COLD\"", "\"HOT\"", "\"Hot!\"")),
                        rows(
                                new TypeRef<Family.Wired>() {},
                                List.of("\"read-only\"", "\"read/write\"", "\"no access\""),
                                plus(NEVER_TEXT, "\"READ_ONLY\"", "\"READ_WRITE\"", "\"NONE\"", "0")))
                .flatMap(rows -> rows);
    }

    static Stream<Row> times() {
        return Stream.of(
                        rows(
                                new TypeRef<LocalDate>() {},
                                List.of("\"2026-02-28\"", "\"2024-02-29\"", "\"0000-01-01\""),
                                plus(
                                        NEVER_TEXT,
                                        "\"2026-02-30\"",
                                        "[2026,2,28]",
                                        "20512",
                                        "\"\"",
                                        "\"20512\"",
                                        "\"2023-02-29\"",
                                        "\"2026-02-28T00:00:00Z\"",
                                        "\"2026-2-28\"",
                                        "\"+12026-02-28\"",
                                        "\"2026-02-28\\n\"")),
                        rows(
                                new TypeRef<LocalTime>() {},
                                List.of("\"10:11\"", "\"10:11:12\"", "\"23:59:59.999999999\""),
                                plus(
                                        NEVER_TEXT,
                                        "[10,11]",
                                        "\"\"",
                                        "\"24:00\"",
                                        "\"10\"",
                                        "\"10:11:12.\"",
                                        "\"10:11:12.1234567890\"",
                                        "\"10:11Z\"")),
                        rows(
                                new TypeRef<LocalDateTime>() {},
                                List.of("\"2026-02-28T10:11\"", "\"2026-02-28T10:11:12.5\""),
                                plus(
                                        NEVER_TEXT,
                                        "\"2026-02-28\"",
                                        "\"2026-02-28 10:11\"",
                                        "\"2026-02-28T10:11:12Z\"",
                                        "\"2026-02-28T24:00\"")),
                        rows(
                                new TypeRef<Instant>() {},
                                List.of(
                                        "\"2026-02-28T00:00:00Z\"",
                                        "\"2026-02-28T00:00:00.123456789+18:00\"",
                                        "\"2026-02-28T00:00:00-00:00\""),
                                plus(
                                        NEVER_TEXT,
                                        "1700000000",
                                        "1700000000.5",
                                        "\"1700000000\"",
                                        "\"\"",
                                        "\"2026-02-28\"",
                                        "\"2026-02-28T00:00:00\"",
                                        "\"2026-02-28T00:00:00+0200\"",
                                        "\"2026-02-28T23:59:60Z\"",
                                        "\"2026-02-30T00:00:00Z\"",
                                        "\"2026-02-28T00:00:00+18:01\"",
                                        "\"2026-02-28T00:00Z\"",
                                        "\"2026-02-28t00:00:00z\"")),
                        rows(
                                new TypeRef<OffsetDateTime>() {},
                                List.of("\"2026-02-28T00:00:00Z\"", "\"2026-02-28T10:11:12-03:30\""),
                                plus(
                                        NEVER_TEXT,
                                        "\"2026-02-28T10:11:12\"",
                                        "\"2026-02-28T10:11:12+01:00[Europe/Oslo]\"")),
                        rows(
                                new TypeRef<OffsetTime>() {},
                                List.of("\"10:11:12Z\"", "\"10:11:12.5+01:00\""),
                                plus(NEVER_TEXT, "\"10:11:12\"", "\"10:11Z\"", "\"24:00:00Z\"")),
                        rows(
                                new TypeRef<ZonedDateTime>() {},
                                List.of(
                                        "\"2026-02-28T10:00:00+01:00[Europe/Oslo]\"",
                                        "\"2026-02-28T10:00:00+02:00\"",
                                        "\"2026-02-28T10:00Z[UTC]\""),
                                plus(
                                        NEVER_TEXT,
                                        "1700000000",
                                        "\"2026-02-28T10:00:00\"",
                                        "\"2026-02-28T10:00:00[Europe/Oslo]\"")),
                        rows(
                                new TypeRef<ZoneId>() {},
                                List.of("\"Europe/Oslo\"", "\"Z\"", "\"+01:00\"", "\"UTC\""),
                                plus(NEVER_TEXT, "\"\"", "\"Europe Oslo\"")),
                        rows(
                                new TypeRef<Duration>() {},
                                List.of("\"PT5S\"", "\"P2DT3H\"", "\"-PT0.5S\"", "\"PT0S\"", "\"P1D\""),
                                plus(
                                        NEVER_TEXT,
                                        "\"5\"",
                                        "\"\"",
                                        "\"P\"",
                                        "\"PT\"",
                                        "\"P1DT\"",
                                        "\"P1Y\"",
                                        "\"PT1H-5M\"",
                                        "\"pt5s\"",
                                        "\"PT9999999999999999H\"")),
                        rows(
                                new TypeRef<Period>() {},
                                List.of("\"P1D\"", "\"P1Y-2M\"", "\"P2W\"", "\"P0D\""),
                                plus(NEVER_TEXT, "\"\"", "\"P\"", "\"PT1H\"", "\"P-\"", "\"P99999999999D\"")),
                        rows(
                                new TypeRef<Year>() {},
                                List.of("2026", "-999999999", "2026.0"),
                                plus(NEVER_A_NUMBER, "\"2026\"", "1000000000")),
                        rows(
                                new TypeRef<YearMonth>() {},
                                List.of("\"2026-02\""),
                                plus(NEVER_TEXT, "[2026,2]", "\"2026-13\"", "\"2026-2\"", "\"2026\"")),
                        rows(
                                new TypeRef<MonthDay>() {},
                                List.of("\"--02-29\"", "\"--12-31\""),
                                plus(NEVER_TEXT, "\"--02-30\"", "\"02-28\"", "\"--04-31\"")),
                        rows(
                                new TypeRef<DayOfWeek>() {},
                                List.of("\"MONDAY\""),
                                plus(NEVER_TEXT, "1", "\"Monday\"", "\"MON\"")))
                .flatMap(rows -> rows);
    }

    static Stream<Row> containers() {
        return Stream.of(
                        rows(
                                new TypeRef<List<Integer>>() {},
                                List.of("[]", "[1]", "[1,1]", "[1.0]"),
                                List.of(
                                        "[\"1\",2.5]",
                                        "[null]",
                                        "1",
                                        "\"\"",
                                        "{}",
                                        "[[1]]",
                                        "\"1,2\"",
                                        "[1,]",
                                        "null")),
                        rows(
                                new TypeRef<int[]>() {},
                                List.of("[]", "[1,2]"),
                                List.of("[\"1\"]", "[null]", "1", "\"\"", "[2.5]", "{}")),
                        rows(
                                new TypeRef<Set<Family.Wired>>() {},
                                List.of("[]", "[\"read-only\",\"no access\"]"),
                                List.of(
                                        "[null]",
                                        "[\"READ_ONLY\"]",
                                        "\"read-only\"",
                                        "[\"read-only\",\"read-only\"]",
                                        "{}")),
                        rows(
                                new TypeRef<Set<BigDecimal>>() {},
                                List.of("[1.0,2]", "[0.10]"),
                                List.of("[1.0,1.00]", "[1,1.0]", "[100,1e2]", "[0,-0]")),
                        rows(
                                new TypeRef<Set<List<Json>>>() {},
                                List.of("[[{\"a\":1}],[{\"a\":2}]]"),
                                List.of("[[{\"a\":1,\"b\":2}],[{\"b\":2,\"a\":1.0}]]")),
                        rows(
                                new TypeRef<Map<String, Integer>>() {},
                                List.of("{}", "{\"\":1,\"a b\":2}"),
                                List.of(
                                        "{\"a\":\"1\"}",
                                        "{\"a\":1.5}",
                                        "{\"a\":null}",
                                        "{\"a\":1,\"a\":2}",
                                        "[]",
                                        "\"\"")),
                        rows(
                                new TypeRef<Map<Family.Wired, Integer>>() {},
                                List.of("{\"read-only\":1}"),
                                List.of("{\"READ_ONLY\":1}", "{\"0\":1}", "{\"read-only\":1,\"read-only\":2}")),
                        rows(
                                new TypeRef<Map<LocalDate, List<Integer>>>() {},
                                List.of("{\"2026-02-28\":[1]}"),
                                List.of("{\"2026-02-30\":[1]}", "{\"\":[]}", "{\"2026-02-28\":1}")),
                        rows(
                                new TypeRef<Optional<Integer>>() {},
                                List.of("5", "null"),
                                List.of("\"5\"", "5.7", "\"\"", "[]", "")),
                        rows(
                                new TypeRef<OptionalInt>() {},
                                List.of("5", "null"),
                                List.of("\"5\"", "5.7", "2147483648")),
                        rows(
                                new TypeRef<OptionalLong>() {},
                                List.of("9007199254740993", "null"),
                                List.of("1e19", "true")),
                        rows(new TypeRef<OptionalDouble>() {}, List.of("5.5", "null"), List.of("1e400", "\"NaN\"")),
                        rows(
                                new TypeRef<Json>() {},
                                List.of("null", "{\"a\":[1.10]}", "1E400", "\"\""),
                                List.of("{\"a\":{\"b\":1,\"b\":2}}", "[\"\\ud800\"]", "{", "[1,]", "")))
                .flatMap(rows -> rows);
    }

    static Stream<Row> objects() {
        return Stream.of(
                        rows(
                                new TypeRef<Family.Pair<Integer, String>>() {},
                                List.of(
                                        "{\"first\":1,\"2nd\":\"x\"}",
                                        "{\"2nd\":\"x\",\"first\":1}",
                                        " { \"2\\u006ed\" : \"x\" , \"first\" : 1 } "),
                                List.of(
                                        "{\"first\":1,\"2nd\":\"x\",\"z\":1}",
                                        "{\"first\":1}",
                                        "{\"2nd\":\"x\"}",
                                        "{}",
                                        "{\"first\":1,\"2nd\":null}",
                                        "{\"first\":null,\"2nd\":\"x\"}",
                                        "{\"first\":1,\"second\":\"x\"}",
                                        "{\"first\":1,\"first\":2,\"2nd\":\"x\"}",
                                        "{\"First\":1,\"2nd\":\"x\"}",
                                        "",
                                        "null",
                                        "[]",
                                        "\"{}\"",
                                        "[{\"first\":1,\"2nd\":\"x\"}]",
                                        "[1,\"x\"]",
                                        "5",
                                        "{\"first\":1,\"2nd\":\"x\"}{\"first\":2,\"2nd\":\"y\"}",
                                        "{\"first\":1,\"2nd\":\"x\"} x",
                                        "\ufeff{\"first\":1,\"2nd\":\"x\"}",
                                        "/*c*/{\"first\":1,\"2nd\":\"x\"}")),
                        rows(
                                new TypeRef<Family.Perhaps<Integer>>() {},
                                List.of(
                                        "{\"holes\":[]}",
                                        "{\"it\":null,\"note\":null,\"count\":null,\"holes\":[null,1]}",
                                        "{\"it\":1,\"note\":\"\",\"holes\":[]}"),
                                List.of(
                                        "{}",
                                        "{\"holes\":null}",
                                        "{\"holes\":[],\"it\":\"1\"}",
                                        "{\"holes\":[],\"note\":1}",
                                        "{\"holes\":[],\"it\":null,\"it\":null}")),
                        rows(
                                new TypeRef<Family.Preset<String>>() {},
                                List.of("{\"given\":\"\"}", "{\"given\":\"\",\"number\":null,\"level\":\"LOW\"}"),
                                List.of("{}", "{\"given\":\"\",\"number\":\"3\"}", "{\"given\":\"\",\"level\":\"x\"}")),
                        rows(
                                new TypeRef<Family.Tree<LocalDate>>() {},
                                List.of(
                                        "{\"leaf\":\"2026-02-28\",\"branches\":[{\"leaf\":\"2026-03-01\",\"branches\":[]}]}"),
                                List.of(
                                        "{\"leaf\":\"2026-02-28\",\"branches\":[{\"leaf\":\"2026-02-30\",\"branches\":[]}]}",
                                        "{\"leaf\":\"2026-02-28\",\"branches\":[{\"leaf\":\"2026-02-28\"}]}",
                                        "{\"leaf\":\"2026-02-28\",\"branches\":null}",
                                        "{\"leaf\":\"2026-02-28\",\"branches\":[null]}")),
                        rows(
                                new TypeRef<Family.Figure>() {},
                                List.of(
                                        "{\"kind\":\"circle\",\"radius\":1}",
                                        "{\"radius\":1,\"kind\":\"circle\"}",
                                        "{\"kind\":\"Group\",\"figures\":[{\"side\":1,\"kind\":\"Square\"},{\"kind\":\"Group\",\"figures\":[]}]}",
                                        "{\"a\":1,\"kind\":\"Triangle\",\"b\":2}"),
                                List.of(
                                        "{\"kind\":\"circle\",\"radius\":1,\"side\":2}",
                                        "{\"radius\":1}",
                                        "{\"kind\":\"Circle\",\"radius\":1}",
                                        "{\"kind\":\"circle\",\"kind\":\"Square\",\"radius\":1}",
                                        "{\"kind\":null,\"radius\":1}",
                                        "{\"kind\":\"Square\",\"radius\":1}",
                                        "{\"radius\":1,\"radius\":2,\"kind\":\"circle\"}",
                                        "{\"kind\":\"Polygon\"}",
                                        "{\"kind\":1}",
                                        "{}",
                                        "[]",
                                        "\"circle\"",
                                        "null",
                                        "{\"kind\":\"circle\",\"radius\":1",
                                        "{\"kind\":\"Group\",\"figures\":[{\"kind\":\"Square\"}]}")),
                        rows(
                                new TypeRef<Family.Choice<UUID>>() {},
                                List.of(
                                        "{\"kind\":\"None\"}",
                                        "{\"kind\":\"None\",\"instead\":null}",
                                        "{\"kind\":\"Some\",\"value\":\"3b241101-e2bb-4255-8caf-4136c566a962\"}"),
                                List.of(
                                        "{\"kind\":\"Some\",\"value\":\"x\"}",
                                        "{\"kind\":\"Some\"}",
                                        "{\"value\":\"x\"}")),
                        rows(
                                new TypeRef<Family.Empty>() {},
                                List.of("{}", " { } "),
                                List.of("{\"a\":1}", "[]", "null", "")))
                .flatMap(rows -> rows);
    }

    @ParameterizedTest
    @MethodSource({"numbers", "texts", "times", "containers", "objects"})
    @SuppressWarnings("unchecked")
    void document_isTakenOrRefused_bySchemaAndReaderAlike(Row row) {
        Codec<Object> codec = (Codec<Object>) Codec.of(row.type());
        Oracle oracle = ORACLES.computeIfAbsent(codec.schema(), Oracle::new);

        if (row.accepted()) {
            Object value = codec.decode(row.json());
            assertThat(Same.text(codec.decode(codec.encode(value)))).isEqualTo(Same.text(value));
            assertThat(oracle.errors(row.json())).isEmpty();
        } else {
            assertThatThrownBy(() -> codec.decode(row.json()))
                    .isInstanceOfAny(InvalidJsonException.class, MalformedJsonException.class)
                    .isInstanceOf(HarborException.class);
            assertThat(isWellFormed(row.json()) && oracle.errors(row.json()).isEmpty())
                    .isFalse();
        }
    }

    private static boolean isWellFormed(String text) {
        try {
            Json.parse(text);
            return true;
        } catch (MalformedJsonException e) {
            return false;
        }
    }
}
