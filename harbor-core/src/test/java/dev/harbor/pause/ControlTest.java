package dev.harbor.pause;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class ControlTest {

    private static Control control(String payload) {
        return new Control(ControlKind.INJECT_CONTEXT, Json.parse(payload), "ada", Instant.EPOCH);
    }

    private static void assertRefused(String payload, String what) {
        assertThatThrownBy(() -> control(payload))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(what);
    }

    private static String nested(int levels) {
        return "{\"a\":" + "[".repeat(levels - 1) + "]".repeat(levels - 1) + "}";
    }

    private static String members(int count) {
        return IntStream.range(0, count).mapToObj(i -> "\"k" + i + "\":1").collect(Collectors.joining(",", "{", "}"));
    }

    private static String elements(int count) {
        return IntStream.range(0, count).mapToObj(i -> "1").collect(Collectors.joining(",", "{\"a\":[", "]}"));
    }

    @Test
    void depth_isHeldToItsBound() {
        assertThat(control(nested(Control.MAX_DEPTH))).isNotNull();
        assertRefused(nested(Control.MAX_DEPTH + 1), "levels of a payload are at most 6, got 7");
    }

    @Test
    void members_areHeldToTheirBound() {
        assertThat(control(members(Control.MAX_MEMBERS))).isNotNull();
        assertRefused(members(Control.MAX_MEMBERS + 1), "members of an object are at most 64, got 65");
    }

    @Test
    void elements_areHeldToTheirBound() {
        assertThat(control(elements(Control.MAX_ELEMENTS))).isNotNull();
        assertRefused(elements(Control.MAX_ELEMENTS + 1), "elements of a list are at most 50, got 51");
    }

    @Test
    void strings_areCountedInCodePoints() {
        String rockets = "\uD83D\uDE80".repeat(4000);
        assertThat(rockets.length()).isGreaterThan(Control.MAX_STRING_LENGTH);
        assertThat(control("{\"a\":\"" + rockets + "\"}")
                        .payload()
                        .get("a")
                        .orElseThrow()
                        .asString())
                .isEqualTo(rockets);
        String most = "x".repeat(Control.MAX_STRING_LENGTH);
        assertThat(control("{\"a\":\"" + most + "\"}")).isNotNull();
        assertRefused("{\"a\":\"" + most + "x\"}", "characters of a string are at most 4096, got 4097");
        assertRefused("{\"" + most + "k\":1}", "characters of a string");
    }

    @Test
    void bytes_areHeldToTheirBound_asTheyAreKept() {
        String padding = IntStream.range(0, 4)
                .mapToObj(i -> "\"k" + i + "\":\"" + "x".repeat(4080) + "\"")
                .collect(Collectors.joining(","));
        String rest = "{" + padding + ",\"l\":\"\"}";
        int left = Control.MAX_BYTES - rest.length();
        String exact = rest.replace("\"l\":\"\"", "\"l\":\"" + "x".repeat(left) + "\"");
        assertThat(control(" " + exact + " ").payload().sizeBytes()).isEqualTo(Control.MAX_BYTES);
        assertRefused(exact.replace("\"l\":\"", "\"l\":\"x"), "bytes of a payload are at most 16384, got 16385");
    }

    @ParameterizedTest
    @CsvSource({"[]", "1", "null", "'\"text\"'"})
    void payload_isAnObject(String payload) {
        assertRefused(payload, "is an object");
    }

    @Test
    void scope_ofAnIdentity_followsFromTenantSessionAndUser() {
        Identity ada = Identity.of("acme", "ada", "s1");
        assertThat(ControlScope.of(ada, ada)).contains(ControlScope.OWNER_USER);
        assertThat(ControlScope.of(Identity.of("acme", "bob", "s1"), ada)).contains(ControlScope.SESSION_USER);
        assertThat(ControlScope.of(Identity.of("acme", "ada", "s2"), ada)).isEqualTo(Optional.empty());
        assertThat(ControlScope.of(Identity.of("globex", "ada", "s1"), ada)).isEqualTo(Optional.empty());
    }

    @ParameterizedTest
    @EnumSource(ControlKind.class)
    void kind_takesTheScopeOfTheTable(ControlKind kind) {
        ControlScope wanted = switch (kind) {
            case INJECT_CONTEXT, USER_MESSAGE -> ControlScope.SESSION_USER;
            case REDIRECT, CANCEL, PAUSE, RESUME, APPROVE, REJECT -> ControlScope.OWNER_USER;
            case PRIORITIZE -> ControlScope.ADMIN;
        };
        assertThat(kind.least()).isEqualTo(wanted);
    }
}
