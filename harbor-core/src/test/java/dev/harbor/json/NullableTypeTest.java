package dev.harbor.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.error.ConfigurationException;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class NullableTypeTest {

    @SuppressWarnings("unused") // their types are what is tested
    private static final class Fields {
        @Nullable
        String root;

        List<@Nullable String> list;
        List<List<@Nullable String>> deep;
        List<@Nullable String>[] arrayOfLists;

        @Nullable
        String[] array;

        Map<String, ? extends @Nullable Integer> wildcard;
    }

    @SuppressWarnings("unused") // their types are what is tested
    private static final class Plain {
        String root;
        List<String> list;
        Map<String, ? extends Integer> wildcard;
        List<String>[] arrayOfLists;
        int[] array;
    }

    private static AnnotatedType type(String field) throws NoSuchFieldException {
        return Fields.class.getDeclaredField(field).getAnnotatedType();
    }

    private static Codec<?> codec(Type type) {
        return Codec.of(type);
    }

    @Test
    void mark_atAnyDepth_isPartOfTheType() throws NoSuchFieldException {
        assertThat(NullableType.of(type("root"))).isEqualTo(new NullableType(String.class));
        assertThat(NullableType.inside(type("root"))).isEqualTo(String.class);
        assertThat(codec(NullableType.of(type("root"))).decode("null")).isNull();
        assertThat(codec(NullableType.of(type("list"))).decode("[null,\"a\"]")).isEqualTo(Arrays.asList(null, "a"));
        assertThat(codec(NullableType.of(type("deep"))).decode("[[null]]"))
                .isEqualTo(List.of(Arrays.asList((Object) null)));
        assertThat((Object[]) codec(NullableType.of(type("array"))).decode("[null]"))
                .containsExactly((Object) null);
        assertThat((Object[]) codec(NullableType.of(type("arrayOfLists"))).decode("[[null]]"))
                .containsExactly(Arrays.asList((Object) null));
        assertThat(codec(NullableType.of(type("wildcard")))
                        .decode("{\"a\":null}")
                        .toString())
                .isEqualTo("{a=null}");
        for (String[] refused : new String[][] {{"list", "null"}, {"deep", "[null]"}, {"array", "null"}}) {
            assertThatThrownBy(() -> codec(NullableType.of(type(refused[0]))).decode(refused[1]))
                    .isInstanceOf(InvalidJsonException.class);
        }
    }

    @Test
    void type_withoutMarks_isTheTypeItself() {
        for (var field : Plain.class.getDeclaredFields()) {
            assertThat(NullableType.of(field.getAnnotatedType()))
                    .isSameAs(field.getAnnotatedType().getType());
        }
    }

    @Test
    void reference_keepsTheMarksInside() {
        assertThat(Codec.of(new TypeRef<List<@Nullable Integer>>() {}).decode("[1,null]"))
                .isEqualTo(Arrays.asList(1, null));
        assertThatThrownBy(() -> Codec.of(new TypeRef<List<Integer>>() {}).decode("[1,null]"))
                .isInstanceOf(InvalidJsonException.class);
    }

    @Test
    void mark_whereNullCanNotBe_isRefused() {
        assertThatThrownBy(() -> codec(new NullableType(int.class)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("int can't be null");
        assertThatThrownBy(() -> Codec.of(new TypeRef<Optional<@Nullable String>>() {}))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("absent in two ways");
    }

    @Test
    void name_tellsTheTypeInside() {
        assertThat(new NullableType(String.class)).hasToString("@Nullable java.lang.String");
        assertThat(new NullableType(String.class).getTypeName()).isEqualTo("java.lang.String");
    }
}
