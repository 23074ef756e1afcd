package dev.harbor.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class CodecDefaultTest {

    record Inner(int x) {}

    record Settings(
            @Param(defaultValue = "LOW") Family.Plain risk,
            @Param(defaultValue = "\"VERY_HIGH\"") Family.Plain other,
            @Param(defaultValue = "5") String digits,
            @Param(defaultValue = "\"\"") String empty,
            @Param(defaultValue = "null") String word,
            @Param(defaultValue = "PT30S") Duration patience,
            @Param(defaultValue = "{\"x\":1}") Inner inner,
            @Param(defaultValue = "[1, 2]") int[] numbers,
            @Param(defaultValue = "{}") Map<String, String> map,

            @Param(value = "max-count", defaultValue = "1.0")
            int count) {}

    private static final Codec<Settings> CODEC = Codec.of(Settings.class);

    @Test
    void missingComponents_becomeTheirDefaults() {
        Settings settings = CODEC.decode("{}");

        assertThat(settings.risk()).isEqualTo(Family.Plain.LOW);
        assertThat(settings.other()).isEqualTo(Family.Plain.VERY_HIGH);
        assertThat(settings.digits()).isEqualTo("5");
        assertThat(settings.empty()).isEmpty();
        assertThat(settings.word()).isEqualTo("null");
        assertThat(settings.patience()).isEqualTo(Duration.ofSeconds(30));
        assertThat(settings.inner()).isEqualTo(new Inner(1));
        assertThat(settings.numbers()).containsExactly(1, 2);
        assertThat(settings.map()).isEmpty();
        assertThat(settings.count()).isEqualTo(1);
    }

    @Test
    void null_meansTheSameAsMissing() {
        assertThat(Same.text(CODEC.decode("{\"risk\":null,\"numbers\":null,\"inner\":null,\"max-count\":null}")))
                .isEqualTo(Same.text(CODEC.decode("{}")));
    }

    @Test
    void default_isMadeAnewForEachReader() {
        CODEC.decode("{}").numbers()[0] = 99;

        assertThat(CODEC.decode("{}").numbers()).containsExactly(1, 2);
    }

    @Test
    void schema_showsEachDefault_asAValueItAccepts() {
        Json properties = CODEC.schema().get("properties").orElseThrow();

        assertThat(CODEC.schema().get("required")).isEmpty();
        assertThat(properties.at("/risk/default")).contains(Json.string("LOW"));
        assertThat(properties.at("/digits/default")).contains(Json.string("5"));
        assertThat(properties.at("/numbers/default").orElseThrow()).hasToString("[1,2]");
        for (Map.Entry<String, Json> property : properties.members().entrySet()) {
            Json value = property.getValue().get("default").orElseThrow();
            assertThat(new Oracle(property.getValue()).errors(value.toString())).isEmpty();
        }
    }

    @Test
    void presentValue_winsOverTheDefault_andIsWrittenEvenIfEqual() {
        assertThat(CODEC.decode("{\"max-count\":7}").count()).isEqualTo(7);
        assertThat(CODEC.encode(CODEC.decode("{}")).get("risk")).contains(Json.string("LOW"));
    }

    @Test
    void nullComponentWithDefault_isNotWritten() {
        Codec<Family.Preset<List<String>>> codec = Codec.of(new TypeRef<Family.Preset<List<String>>>() {});

        assertThatThrownBy(() -> codec.encode(preset(null)))
                .isInstanceOf(InvalidJsonException.class)
                .hasMessage("/level must not be null");
    }

    @SuppressWarnings("NullAway")
    private static Family.Preset<List<String>> preset(Family.@org.jspecify.annotations.Nullable Plain level) {
        return new Family.Preset<>(1, level, new int[0], List.of());
    }
}
