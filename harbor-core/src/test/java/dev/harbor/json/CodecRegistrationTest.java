package dev.harbor.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import java.io.InputStream;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class CodecRegistrationTest {

    record Line<T>(T tag) {}

    record Order(List<Line<Path>> lines) {}

    record Has<T>(T it) {}

    record WithPath(Path p) {}

    record WithObject(Object payload) {}

    record WithFunction(Map<String, Function<String, String>> hooks) {}

    record WithFuture(CompletableFuture<String> later) {}

    @SuppressWarnings("rawtypes")
    record WithRaw(List raw) {}

    record WithWildcard(List<?> any) {}

    record WithLowerBound(List<? super Integer> any) {}

    record WithUpperBound(List<? extends Number> any) {}

    record WithIntegers(List<? extends Integer> some) {}

    record WithArray(Thread[][] threads) {}

    record WithIntKeys(Map<Integer, String> byNumber) {}

    record WithNullableKeys(Map<@Nullable String, String> byNumber) {}

    record WithByteKeys(Map<byte[], String> byBytes) {}

    record TwiceOptional(Optional<Optional<String>> it) {}

    record OptionalNullable(Optional<@Nullable String> it) {}

    record NullablePrimitive(@Nullable int it) {}

    record Clash(int a, @Param("a") int b) {}

    record TwoNames(@Param("x") @JsonProperty("y") int a) {}

    record BlankName(@Param(" ") int a) {}

    record BadDefault(@Param(defaultValue = "LOWEST") Family.Plain risk) {}

    record FractionDefault(@Param(defaultValue = "1.5") int number) {}

    record NullDefault(@Param(defaultValue = "null") int number) {}

    record DefaultAndNullable(
            @Param(defaultValue = "1") @Nullable Integer number) {}

    record DefaultAndOptional(@Param(defaultValue = "1") Optional<Integer> number) {}

    record DefaultOfItself(@Param(defaultValue = "{}") DefaultOfItself next) {}

    record Endless(Endless next) {}

    record EndlessA(EndlessB b) {}

    record EndlessB(List<Integer> numbers, EndlessA a) {}

    record Growing<T>(T value, Optional<Growing<List<T>>> next) {}

    enum NoConstants {}

    enum SameNames {
        @Param("x")
        A,
        @JsonProperty("x")
        B
    }

    enum Valued {
        A;

        @JsonValue
        int value() {
            return 1;
        }
    }

    record Aliased(@JsonAlias("w") int v) {}

    record Ignoring(@JsonIgnore int v) {}

    record WriteOnly(
            @JsonProperty(access = JsonProperty.Access.WRITE_ONLY)
            int v) {}

    record Created(int v) {
        @JsonCreator
        static Created of(int v) {
            return new Created(v);
        }
    }

    interface Open {}

    sealed interface OverClasses permits NoRecord {}

    static final class NoRecord implements OverClasses {}

    sealed interface OverEnums permits Single {}

    enum Single implements OverEnums {
        ONE
    }

    sealed interface Kinds permits KindTaken {}

    record KindTaken(String kind) implements Kinds {}

    sealed interface Twins permits TwinA, TwinB {}

    @JsonTypeName("twin")
    record TwinA() implements Twins {}

    @JsonTypeName("twin")
    record TwinB() implements Twins {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    sealed interface OtherDiscriminator permits TypeA {}

    record TypeA() implements OtherDiscriminator {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    sealed interface SameDiscriminator permits SameA {}

    record SameA(int a) implements SameDiscriminator {}

    sealed interface Fixed<T> permits OnlyStrings {}

    record OnlyStrings(String s) implements Fixed<String> {}

    static class Bean {
        @Nullable
        String name;
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                Arguments.of(Order.class, "Order.lines[].tag", "java.nio.file.Path is not supported"),
                Arguments.of(WithPath.class, "WithPath.p", "java.nio.file.Path"),
                Arguments.of(WithObject.class, "WithObject.payload", "use Json"),
                Arguments.of(
                        WithFunction.class, "WithFunction.hooks{}", "java.util.function.Function is not supported"),
                Arguments.of(WithFuture.class, "WithFuture.later", "wait for the value"),
                Arguments.of(Family.Generic.of(Future.class, String.class), "Future", "wait for the value"),
                Arguments.of(WithRaw.class, "WithRaw.raw", "java.util.List is used without its type arguments"),
                Arguments.of(Line.class, "Line", "without its type arguments"),
                Arguments.of(WithWildcard.class, "WithWildcard.any", "no upper bound"),
                Arguments.of(WithLowerBound.class, "WithLowerBound.any", "no upper bound"),
                Arguments.of(WithUpperBound.class, "WithUpperBound.any[]", "java.lang.Number is not supported"),
                Arguments.of(WithArray.class, "WithArray.threads[][]", "java.lang.Thread"),
                Arguments.of(WithIntKeys.class, "WithIntKeys.byNumber{key}", "can't be the key of a map"),
                Arguments.of(WithNullableKeys.class, "WithNullableKeys.byNumber{key}", "can't be the key of a map"),
                Arguments.of(WithByteKeys.class, "WithByteKeys.byBytes{key}", "can't be the key of a map"),
                Arguments.of(TwiceOptional.class, "TwiceOptional.it", "absent in two ways"),
                Arguments.of(OptionalNullable.class, "OptionalNullable.it", "absent in two ways"),
                Arguments.of(NullablePrimitive.class, "NullablePrimitive.it", "int can't be null"),
                Arguments.of(Clash.class, "Clash", "two members are named 'a'"),
                Arguments.of(TwoNames.class, "TwoNames.a", "different names"),
                Arguments.of(BlankName.class, "BlankName", "blank name"),
                Arguments.of(BadDefault.class, "BadDefault.risk", "the default 'LOWEST' does not fit"),
                Arguments.of(FractionDefault.class, "FractionDefault.number", "the default '1.5' does not fit"),
                Arguments.of(NullDefault.class, "NullDefault.number", "the default 'null' does not fit"),
                Arguments.of(DefaultAndNullable.class, "DefaultAndNullable.number", "has a default and may be absent"),
                Arguments.of(DefaultAndOptional.class, "DefaultAndOptional.number", "has a default and may be absent"),
                Arguments.of(DefaultOfItself.class, "DefaultOfItself.next", "the default contains itself"),
                Arguments.of(Endless.class, "Endless", "without end"),
                Arguments.of(EndlessA.class, "EndlessA", "without end"),
                Arguments.of(Family.Generic.of(Growing.class, String.class), "Growing", "no end"),
                Arguments.of(NoConstants.class, "NoConstants", "no constants"),
                Arguments.of(SameNames.class, "SameNames", "B of"),
                Arguments.of(Valued.class, "Valued", "@JsonValue is not honoured"),
                Arguments.of(Aliased.class, "Aliased.v", "@JsonAlias is not honoured"),
                Arguments.of(Ignoring.class, "Ignoring.v", "@JsonIgnore is not honoured"),
                Arguments.of(WriteOnly.class, "WriteOnly.v", "@JsonProperty is not honoured"),
                Arguments.of(Created.class, "Created", "@JsonCreator is not honoured"),
                Arguments.of(Open.class, "Open", "an interface has to be sealed"),
                Arguments.of(OverClasses.class, "OverClasses(NoRecord)", "has to be a record"),
                Arguments.of(OverEnums.class, "OverEnums(Single)", "has to be a record"),
                Arguments.of(Kinds.class, "Kinds(KindTaken)", "two members are named 'kind'"),
                Arguments.of(Twins.class, "Twins(TwinB)", "two records are named 'twin'"),
                Arguments.of(OtherDiscriminator.class, "OtherDiscriminator", "@JsonTypeInfo is not honoured"),
                Arguments.of(Family.Generic.of(Fixed.class, Integer.class), "Fixed(OnlyStrings)", "can't be a"),
                Arguments.of(Bean.class, "Bean", "use a record, or give a codec"),
                Arguments.of(Collection.class, "Collection", "without its type arguments"),
                Arguments.of(Family.Generic.of(ArrayList.class, String.class), "ArrayList", "use List or Set"),
                Arguments.of(Family.Generic.of(HashMap.class, String.class, String.class), "HashMap", "use Map"),
                Arguments.of(Date.class, "Date", "java.util.Date is not supported"),
                Arguments.of(InputStream.class, "InputStream", "java.io.InputStream is not supported"),
                Arguments.of(Object.class, "Object", "use Json"),
                Arguments.of(Runnable.class, "Runnable", "an interface has to be sealed"),
                Arguments.of(Has.class.getTypeParameters()[0], "root", "the type variable T"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void type_thatIsNotSupported_isRefusedWithPathAndReason(Type type, String path, String reason) {
        assertThatThrownBy(() -> Codec.of(type)).isInstanceOfSatisfying(ConfigurationException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED_TYPE);
            assertThat(e.getMessage()).startsWith("unsupported type at " + path).contains(reason);
        });
    }

    @Test
    void wildcardWithUpperBound_isItsBound() {
        assertThat(Codec.of(WithIntegers.class).decode("{\"some\":[1]}").some()).isEqualTo(List.of(1));
    }

    @Test
    void typeInfo_thatSaysWhatIsDoneAnyway_isTaken() {
        assertThat(Codec.of(SameDiscriminator.class).decode("{\"kind\":\"SameA\",\"a\":1}"))
                .isEqualTo(new SameA(1));
    }

    @Test
    void sealedType_withFixedArgument_isSupportedForThatArgument() {
        Codec<Fixed<String>> codec = Codec.of(new TypeRef<Fixed<String>>() {});

        assertThat(codec.decode("{\"kind\":\"OnlyStrings\",\"s\":\"x\"}")).isEqualTo(new OnlyStrings("x"));
    }

    @Test
    void typeRef_keepsItsArgument_andNeedsOne() {
        assertThat(new TypeRef<List<String>>() {}.type()).hasToString("java.util.List<java.lang.String>");
        assertThatThrownBy(RawRef::new).isInstanceOf(IllegalArgumentException.class);
    }

    @SuppressWarnings("rawtypes")
    static final class RawRef extends TypeRef {}
}
