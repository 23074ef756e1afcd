package dev.harbor.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RepairTest {

    record Filter(int a, @Nullable List<Integer> b) {}

    record Call(
            @Nullable Boolean force,
            @Nullable Integer seconds,
            @Nullable Double ratio,
            @Nullable String text,
            @Nullable Filter filter,
            @Nullable List<String> names,
            @Nullable Map<String, Integer> counts,
            Family.@Nullable Figure figure) {}

    private static final Codec<Call> CODEC = Codec.of(Call.class);

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "{\"force\":\"true\"};{\"force\":true};/force text read as boolean",
                "{\"force\":\"false\"};{\"force\":false};/force text read as boolean",
                "{\"seconds\":\"30\"};{\"seconds\":30};/seconds text read as integer",
                "{\"seconds\":\"-3.0e1\"};{\"seconds\":-30};/seconds text read as integer",
                "{\"ratio\":\"0.5\"};{\"ratio\":0.5};/ratio text read as number",
                "{\"filter\":\"{\\\"a\\\":1}\"};{\"filter\":{\"a\":1}};/filter text read as object",
                "{\"filter\":\" {\\\"a\\\":1} \"};{\"filter\":{\"a\":1}};/filter text read as object",
                "{\"names\":\"[\\\"x\\\",\\\"y\\\"]\"};{\"names\":[\"x\",\"y\"]};/names text read as array",
                "{\"counts\":\"{\\\"x\\\":1}\"};{\"counts\":{\"x\":1}};/counts text read as object",
                "{\"counts\":{\"x\":\"1\"}};{\"counts\":{\"x\":1}};/counts/x text read as integer",
                "{\"figure\":\"{\\\"kind\\\":\\\"Square\\\",\\\"side\\\":2}\"};{\"figure\":{\"kind\":\"Square\",\"side\":2}};/figure text read as object",
                "\"{\\\"seconds\\\":30}\";{\"seconds\":30}; text read as object"
            })
    void text_thatIsTheWantedJson_isRead_andReported(String json, String meant, String repair) {
        List<String> repairs = new ArrayList<>();

        Call call = CODEC.decode(Json.lazy(json), made -> repairs.add(made.pointer() + " " + made.what()));

        assertThat(call).isEqualTo(CODEC.decode(meant));
        assertThat(String.join(",", repairs)).isEqualToIgnoringWhitespace(repair);
        assertThatThrownBy(() -> CODEC.decode(Json.lazy(json))).isInstanceOf(InvalidJsonException.class);
    }

    @Test
    void repairsInsideRepairs_areAllReported_innermostFirst() {
        List<Repair> repairs = new ArrayList<>();

        Call call = CODEC.decode(
                Json.lazy("{\"filter\":\"{\\\"a\\\":\\\"1\\\",\\\"b\\\":\\\"[2,\\\\\\\"3\\\\\\\"]\\\"}\"}"),
                repairs::add);

        assertThat(call.filter()).isEqualTo(new Filter(1, List.of(2, 3)));
        assertThat(repairs)
                .containsExactly(
                        new Repair("/filter/a", "text read as integer"),
                        new Repair("/filter/b/1", "text read as integer"),
                        new Repair("/filter/b", "text read as array"),
                        new Repair("/filter", "text read as object"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "{\"force\":\"\"}",
                "{\"force\":\"True\"}",
                "{\"force\":\"yes\"}",
                "{\"force\":\"1\"}",
                "{\"force\":1}",
                "{\"force\":\" true\"}",
                "{\"force\":\"true \"}",
                "{\"force\":\"null\"}",
                "{\"seconds\":\"\"}",
                "{\"seconds\":\" 30\"}",
                "{\"seconds\":\"30 \"}",
                "{\"seconds\":\"30s\"}",
                "{\"seconds\":\"1.9\"}",
                "{\"seconds\":1.9}",
                "{\"seconds\":\"3000000000\"}",
                "{\"seconds\":\"\\\"30\\\"\"}",
                "{\"seconds\":\"030\"}",
                "{\"seconds\":true}",
                "{\"seconds\":[30]}",
                "{\"ratio\":\"NaN\"}",
                "{\"ratio\":\"1e400\"}",
                "{\"text\":5}",
                "{\"text\":true}",
                "{\"filter\":\"\"}",
                "{\"filter\":\"a=1\"}",
                "{\"filter\":\"{\\\"a\\\":1}{}\"}",
                "{\"filter\":\"[1]\"}",
                "{\"filter\":\"\\\"{}\\\"\"}",
                "{\"filter\":\"{\\\"a\\\":1.5}\"}",
                "{\"filter\":[]}",
                "{\"names\":\"x,y\"}",
                "{\"names\":\"x\"}",
                "{\"names\":[1]}",
                "{\"names\":{\"0\":\"x\"}}",
                "{\"names\":\"{}\"}",
                "{\"figure\":\"Square\"}",
                "\"\"",
                "\"null\"",
                "{\"seconds\":\"30\",\"seconds\":\"31\"}"
            })
    void anythingLossyOrDoubtful_isRefused_andNothingReported(String json) {
        List<Repair> repairs = new ArrayList<>();

        assertThatThrownBy(() -> CODEC.decode(Json.lazy(json), repairs::add))
                .isInstanceOfAny(InvalidJsonException.class, MalformedJsonException.class);
        assertThat(repairs).isEmpty();
    }

    @Test
    void wrongValueInsideText_isReportedWithItsWholePointer() {
        assertThatThrownBy(() ->
                        CODEC.decode(Json.lazy("{\"filter\":\"{\\\"a\\\":1,\\\"b\\\":[2,\\\"x\\\"]}\"}"), repair -> {}))
                .hasMessage("/filter/b/1 must be integer, was string");
    }

    @Test
    void textThatNestsForEver_isRefused() {
        String json = "{\"a\":1}";
        for (int i = 0; i < 12; i++) {
            json = "[" + Json.string(json) + "]";
        }
        String nested = json;

        assertThatThrownBy(() -> Codec.of(new TypeRef<List<Filter>>() {}).decode(Json.lazy(nested), repair -> {}))
                .isInstanceOf(InvalidJsonException.class);
    }

    /** What strict reading takes, lenient reading takes as it is, and the value never depends on the mode. */
    @Test
    void validDocument_needsNoRepair() {
        for (int seed = 0; seed < 150 * Integer.getInteger("harbor.seeds.times", 1); seed++) {
            Random random = new Random(seed);
            java.lang.reflect.Type type = new RandomTypes(random).type(3);
            @SuppressWarnings("unchecked")
            Codec<Object> codec = (Codec<Object>) Codec.of(type);
            Shape shape = new ShapeResolver(Map.of(), "test").resolve(type);
            Json json = codec.encode(new RandomValues(random).value(shape));
            List<Repair> repairs = new ArrayList<>();
            assertThat(Same.text(codec.decode(json, repairs::add)))
                    .as("%s, seed %s", type, seed)
                    .isEqualTo(Same.text(codec.decode(json)));
            assertThat(repairs).isEmpty();
        }
    }
}
