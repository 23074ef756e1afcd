package dev.harbor.json;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Types of every kind that random types are composed of. */
final class Family {

    private Family() {}

    enum Plain {
        LOW,
        VERY_HIGH
    }

    enum Spoken {
        COLD("rather cold"),
        HOT("hot!");

        private final String words;

        Spoken(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    enum Wired {
        @JsonProperty("read-only")
        READ_ONLY,
        @Param("read/write")
        READ_WRITE,
        NONE {
            @Override
            public String toString() {
                return "no access";
            }
        }
    }

    record Empty() {}

    record Box<T>(T value) {}

    record Pair<A, B>(
            @Param(description = "comes first") A first,
            @JsonProperty("2nd") B second) {}

    record Many<T>(List<T> items, Map<String, T> byName) {}

    record Perhaps<T>(@Nullable T it, Optional<String> note, OptionalInt count, List<@Nullable T> holes) {}

    record Preset<T>(
            @Param(defaultValue = "3") int number,
            @Param(defaultValue = "VERY_HIGH") Plain level,
            @Param(defaultValue = "[1,2]") int[] numbers,
            T given) {}

    record Tree<T>(T leaf, List<Tree<T>> branches) {}

    record Ping<T>(T ball, @Nullable Pong<T> back) {}

    record Pong<T>(Optional<Ping<T>> back, Map<Plain, T> balls) {}

    sealed interface Figure permits Circle, Polygon, Group {}

    @JsonTypeName("circle")
    record Circle(double radius) implements Figure {}

    sealed interface Polygon extends Figure permits Square, Triangle {}

    record Square(int side) implements Polygon {}

    record Triangle(int a, int b, @Nullable Integer c) implements Polygon {}

    record Group(List<Figure> figures) implements Figure {}

    sealed interface Choice<T> permits Some, None {}

    record Some<T>(T value) implements Choice<T> {}

    record None<T>(@Nullable Choice<T> instead) implements Choice<T> {}

    /** Is a parameterised type of the tests' own making. */
    record Generic(Class<?> raw, List<Type> arguments) implements ParameterizedType {

        static Generic of(Class<?> raw, Type... arguments) {
            return new Generic(raw, List.of(arguments));
        }

        @Override
        public Type[] getActualTypeArguments() {
            return arguments.toArray(Type[]::new);
        }

        @Override
        public Type getRawType() {
            return raw;
        }

        @Override
        public @Nullable Type getOwnerType() {
            return raw.getDeclaringClass();
        }

        @Override
        public String toString() {
            return raw.getSimpleName() + arguments;
        }
    }

    /** Is an array type of the tests' own making. */
    record ArrayOf(Type component) implements GenericArrayType {

        @Override
        public Type getGenericComponentType() {
            return component;
        }

        @Override
        public String toString() {
            return component + "[]";
        }
    }
}
