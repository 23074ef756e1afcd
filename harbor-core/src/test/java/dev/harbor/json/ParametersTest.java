package dev.harbor.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.harbor.error.ConfigurationException;
import java.lang.reflect.Method;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ParametersTest {

    interface Tools {
        void book(
                @Param(description = "where to") String city,
                @JsonProperty("from-day") LocalDate day,
                @Param(value = "seats", defaultValue = "2") int count,
                @Nullable Integer limit,
                Optional<Family.Plain> level);
    }

    private static final List<Codec.Parameter> PARAMETERS = parameters();

    private static final Codec<@Nullable Object[]> CODEC = Codec.ofParameters(PARAMETERS);

    private static List<Codec.Parameter> parameters() {
        Method method = Tools.class.getDeclaredMethods()[0];
        return Arrays.stream(method.getParameters()).map(Codec.Parameter::of).toList();
    }

    @Test
    void parameter_saysNameDescriptionNullnessAndDefault() {
        assertThat(PARAMETERS)
                .extracting(Codec.Parameter::name)
                .containsExactly("city", "from-day", "seats", "limit", "level");
        assertThat(PARAMETERS.get(0).description()).isEqualTo("where to");
        assertThat(PARAMETERS.get(2).defaultJson()).isEqualTo("2");
        assertThat(PARAMETERS.get(3).nullable()).isTrue();
        assertThat(PARAMETERS.get(4).nullable()).isFalse();
    }

    @Test
    void arguments_areReadByName_inTheOrderOfTheParameters() {
        assertThat(CODEC.decode(
                        "{\"limit\":5,\"from-day\":\"2026-02-28\",\"city\":\"Oslo\",\"level\":\"LOW\",\"seats\":3}"))
                .containsExactly("Oslo", LocalDate.of(2026, 2, 28), 3, 5, Optional.of(Family.Plain.LOW));
        assertThat(CODEC.decode("{\"city\":\"Oslo\",\"from-day\":\"2026-02-28\",\"limit\":null}"))
                .containsExactly("Oslo", LocalDate.of(2026, 2, 28), 2, null, Optional.empty());
    }

    @Test
    void arguments_thatDoNotFit_areRefusedAsInARecord() {
        assertThatThrownBy(() -> CODEC.decode("{}")).hasMessage("/city is required; /from-day is required");
        assertThatThrownBy(() -> CODEC.decode("{\"city\":\"\",\"day\":\"2026-02-28\"}"))
                .hasMessageContaining("/day is not a known member");
        assertThatThrownBy(() -> CODEC.decode("{\"city\":null,\"from-day\":\"2026-02-28\"}"))
                .hasMessage("/city must be string, was null");
    }

    @Test
    void schema_isThatOfAClosedObject() {
        assertThat(Oracle.metaErrors(CODEC.schema())).isEmpty();
        assertThat(CODEC.schema().get("required")).contains(Json.parse("[\"city\",\"from-day\"]"));
        assertThat(CODEC.schema().at("/properties/city/description")).contains(Json.string("where to"));
        assertThat(Codec.ofParameters(List.of()).schema())
                .hasToString("{\"type\":\"object\",\"properties\":{},\"additionalProperties\":false}");
        assertThat(Codec.ofParameters(List.of()).decode("{}")).isEmpty();
    }

    @Test
    void array_isWrittenToo() {
        Json json = CODEC.encode(new @Nullable Object[] {"Oslo", LocalDate.of(2026, 2, 28), 3, null, Optional.empty()});

        assertThat(json).hasToString("{\"city\":\"Oslo\",\"from-day\":\"2026-02-28\",\"seats\":3}");
    }

    @Test
    void parameters_canBeMany() {
        List<Codec.Parameter> many = IntStream.range(0, 500)
                .mapToObj(i -> new Codec.Parameter("p" + i, int.class, null, false, null))
                .toList();
        Codec<@Nullable Object[]> codec = Codec.ofParameters(many);
        @Nullable Object[] values = IntStream.range(0, 500).boxed().toArray();

        assertThat(codec.decode(codec.encode(values))).isEqualTo(values);
    }

    @Test
    void parameters_thatClashOrAreNotSupported_areRefused() {
        Codec.Parameter a = new Codec.Parameter("a", int.class, null, false, null);
        assertThatThrownBy(() -> Codec.ofParameters(List.of(a, a)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("two members are named 'a'");
        assertThatThrownBy(
                        () -> Codec.ofParameters(List.of(new Codec.Parameter("cb", Runnable.class, null, false, null))))
                .hasMessageStartingWith("unsupported type at cb: java.lang.Runnable");
        assertThatThrownBy(() -> Codec.ofParameters(List.of(new Codec.Parameter("n", int.class, null, false, "x"))))
                .hasMessageContaining("the default 'x' does not fit");
        assertThatThrownBy(() -> Codec.ofParameters(List.of(new Codec.Parameter("n", int.class, null, true, null))))
                .hasMessageContaining("int can't be null");
    }
}
