package dev.harbor.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("NullAway") // absent components are what is tested
final class IdentityTest {

    private static final Map<String, Function<@Nullable String, Identity>> COMPONENTS = Map.of(
            "tenant", value -> Identity.of(value, "ada", "s1"),
            "user", value -> Identity.of("acme", value, "s1"),
            "session", value -> Identity.of("acme", "ada", value));

    private static final Identity ADA = Identity.of("acme", "ada", "s1");

    @Test
    void components_areKeptAsTheyAre_andComparedExactly() {
        assertThat(ADA).isEqualTo(new Identity("acme", "ada", "s1"));
        for (String other : List.of("acme ", " acme", "Acme", "ac\u0301me", "acme/ada")) {
            assertThat(Identity.of(other, "ada", "s1")).isNotEqualTo(ADA);
            assertThat(Identity.of(other, "ada", "s1").tenant()).isEqualTo(other);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "\t", "\u00a0 \n", "\u0001", "' OR 1=1 --", "../..", "\ud83d\ude00", "\uffff"})
    void component_ofAnyText_isTaken(String odd) {
        COMPONENTS.values().forEach(make -> {
            Identity identity = make.apply(odd);
            byte[] utf8 = odd.getBytes(StandardCharsets.UTF_8);
            assertThat(make.apply(new String(utf8, StandardCharsets.UTF_8))).isEqualTo(identity);
        });
    }

    @ParameterizedTest
    @NullAndEmptySource
    void component_thatIsMissing_isNamed(String missing) {
        COMPONENTS.forEach((name, make) -> assertThatThrownBy(() -> make.apply(missing))
                .isInstanceOfSatisfying(
                        IdentityException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IDENTITY_REQUIRED))
                .hasMessage("identity component '" + name + "' is missing; tenant, user and session are mandatory"));
    }

    @ParameterizedTest
    @NullAndEmptySource
    void identity_ofNothing_saysThatAllIsMissing(String missing) {
        assertThatThrownBy(() -> Identity.of(missing, missing, missing))
                .isInstanceOf(IdentityException.class)
                .hasMessage("identity is empty: tenant, user and session are all missing");
        assertThatThrownBy(() -> Identity.require(null))
                .isInstanceOf(IdentityException.class)
                .hasMessage("identity is missing: tenant, user and session are mandatory");
        assertThat(Identity.require(ADA)).isSameAs(ADA);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 255, 256})
    void component_withinTheBound_isTaken(int length) {
        COMPONENTS
                .values()
                .forEach(make -> assertThat(make.apply("x".repeat(length))).isNotNull());
    }

    @ParameterizedTest
    @ValueSource(ints = {257, 1 << 20})
    void component_thatIsTooLong_isRefusedWithItsLength(int length) {
        COMPONENTS.forEach((name, make) -> assertThatThrownBy(() -> make.apply("x".repeat(length)))
                .isInstanceOf(IdentityException.class)
                .hasMessage("identity component '" + name + "' has " + length + " characters, allowed are 256"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\0", "\0abc"})
    void component_withNul_isRefusedWithItsPlace(String nul) {
        COMPONENTS.forEach((name, make) -> assertThatThrownBy(() -> make.apply("ab" + nul))
                .isInstanceOf(IdentityException.class)
                .hasMessage("identity component '" + name
                        + "' has NUL as character 2; allowed is well-formed Unicode without NUL"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\ud83d", "\ude00", "\ude00\ud83d", "\ud83d\ud83d\ude00", "\ud83dx", "\udc00\ud83d\ude00"})
    void component_withAnUnpairedSurrogate_isRefusedWithItsPlace(String lone) {
        COMPONENTS.forEach((name, make) -> assertThatThrownBy(() -> make.apply("\ud83d\ude00" + lone))
                .isInstanceOf(IdentityException.class)
                .hasMessage("identity component '" + name
                        + "' has an unpaired surrogate as character 2; allowed is well-formed Unicode without NUL"));
    }

    @Test
    void run_needsAnIdentityAndAnId_andIsNoPartOfTheIdentity() {
        assertThat(new RunIdentity(ADA, "r1").identity()).isEqualTo(new RunIdentity(ADA, "r2").identity());
        assertThat(new RunIdentity(ADA, "r1")).isNotEqualTo(new RunIdentity(ADA, "r2"));
        assertThatExceptionOfType(IdentityException.class).isThrownBy(() -> new RunIdentity(null, "r1"));
        for (String missing : new String[] {null, ""}) {
            assertThatThrownBy(() -> new RunIdentity(ADA, missing))
                    .isInstanceOf(IdentityException.class)
                    .hasMessage("the run id is missing");
        }
    }

    @Test
    void run_withAnIdThatCannotBeKept_isRefused() {
        assertThat(new RunIdentity(ADA, "r".repeat(256)).runId()).hasSize(256);
        assertThatThrownBy(() -> new RunIdentity(ADA, "r".repeat(257)))
                .isInstanceOf(IdentityException.class)
                .hasMessage("the run id has 257 characters, allowed are 256");
        assertThatThrownBy(() -> new RunIdentity(ADA, "r\0"))
                .isInstanceOf(IdentityException.class)
                .hasMessageStartingWith("the run id has NUL as character 1");
        assertThatThrownBy(() -> new RunIdentity(ADA, "\udfff"))
                .isInstanceOf(IdentityException.class)
                .hasMessageStartingWith("the run id has an unpaired surrogate as character 0");
    }
}
