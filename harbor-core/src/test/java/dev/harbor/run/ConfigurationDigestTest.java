package dev.harbor.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.json.Json;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ConfigurationDigestTest {

    private static final Profile PROFILE = profile("report", "v1", CompletionContract.SOLUTION_DELIVERED);
    private static final CompletionContract ACTION = CompletionContract.of(CompletionContract.ACTION_WITH_VERIFICATION);
    private static final BudgetLimits LIMITS = BudgetLimits.builder()
            .maxElapsed(Duration.ofMinutes(1))
            .maxToolCalls(5)
            .build();

    @Test
    void digest_is64HexadecimalDigits_ofTheFacts() {
        Map<String, String> facts = ConfigurationDigest.facts(PROFILE, null, "restriction/v1", LIMITS);

        assertThat(facts)
                .containsEntry("profile", "report@v1")
                .containsEntry("completion", "solution_delivered@v1")
                .containsEntry("completion.artifactType", "solution")
                .containsEntry("access", "restriction/v1")
                .containsEntry("limits.maxElapsed", "PT1M")
                .containsEntry("limits.maxToolCalls", "5")
                .doesNotContainKey("limits.maxModelCalls");
        assertThat(ConfigurationDigest.of(PROFILE, null, "restriction/v1", LIMITS))
                .matches("[0-9a-f]{64}")
                .isEqualTo(Json.of(facts).argumentsDigest());
    }

    @Test
    void configuration_inAnotherOrder_hasTheSameDigest() {
        Map<String, String> one = new LinkedHashMap<>();
        one.put(CompletionContract.ACTION_TYPE, "a");
        one.put(CompletionContract.VERIFICATION_TYPE, "v");
        Map<String, String> other = new LinkedHashMap<>();
        other.put(CompletionContract.VERIFICATION_TYPE, "v");
        other.put(CompletionContract.ACTION_TYPE, "a");
        BudgetLimits limits = BudgetLimits.builder()
                .maxToolCalls(5)
                .maxElapsed(Duration.ofSeconds(60))
                .build();

        assertThat(digest(PROFILE, new CompletionContract(ACTION.mode(), "v1", one), "ref", LIMITS))
                .isEqualTo(digest(PROFILE, new CompletionContract(ACTION.mode(), "v1", other), "ref", limits));
    }

    @Test
    void defaults_spelledOutOrNot_haveTheSameDigest() {
        CompletionContract spelledOut = ACTION.with(CompletionContract.ACTION_TYPE, "action")
                .with(CompletionContract.VERIFICATION_TYPE, " verification ")
                .with(CompletionContract.REQUIRE_NEWER, "true")
                .with(CompletionContract.REQUIRE_OTHER_CALL, "true");
        BudgetLimits unlimited = BudgetLimits.builder()
                .maxModelCalls(Long.MAX_VALUE)
                .maxTokens(Long.MAX_VALUE)
                .build();

        assertThat(digest(null, spelledOut, "ref", LIMITS)).isEqualTo(digest(null, ACTION, "ref", LIMITS));
        assertThat(digest(null, ACTION.with(CompletionContract.ACTION_TYPE, " "), "ref", LIMITS))
                .isEqualTo(digest(null, ACTION, "ref", LIMITS));
        assertThat(digest(null, null, "ref", unlimited)).isEqualTo(digest(null, null, "ref", BudgetLimits.defaults()));
    }

    @Test
    void nothing_andEmpty_haveTheSameDigest() {
        assertThat(digest(PROFILE, null, "ref", LIMITS))
                .isEqualTo(digest(PROFILE, PROFILE.completion(), "ref", LIMITS));
        assertThat(digest(null, null, "", LIMITS)).isEqualTo(digest(null, null, " ", LIMITS));
    }

    @Test
    void change_ofAnything_changesTheDigest() {
        CompletionContract custom = CompletionContract.of("tests_green");
        List<String> digests = List.of(
                digest(null, null, "", LIMITS),
                digest(PROFILE, null, "ref", LIMITS),
                digest(profile("reports", "v1", CompletionContract.SOLUTION_DELIVERED), null, "ref", LIMITS),
                digest(profile("report", "v2", CompletionContract.SOLUTION_DELIVERED), null, "ref", LIMITS),
                digest(profile("report", "v1", CompletionContract.PIPELINE_VERIFICATION), null, "ref", LIMITS),
                digest(null, PROFILE.completion(), "ref", LIMITS),
                digest(PROFILE, null, "ref2", LIMITS),
                digest(PROFILE, null, "", LIMITS),
                digest(PROFILE, ACTION, "ref", LIMITS),
                digest(PROFILE, ACTION.with(CompletionContract.ACTION_TYPE, "deploy"), "ref", LIMITS),
                digest(PROFILE, ACTION.with(CompletionContract.REQUIRE_NEWER, "false"), "ref", LIMITS),
                digest(PROFILE, ACTION.with(CompletionContract.REQUIRE_OTHER_CALL, "false"), "ref", LIMITS),
                digest(PROFILE, custom, "ref", LIMITS),
                digest(PROFILE, custom.with("suite", "all"), "ref", LIMITS),
                digest(PROFILE, new CompletionContract("tests_green", "v2", Map.of()), "ref", LIMITS));

        assertThat(digests).doesNotHaveDuplicates();
    }

    static List<Method> limits() {
        return Arrays.stream(BudgetLimits.Builder.class.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && method.getParameterCount() == 1)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("limits")
    void change_ofAnyLimit_changesTheDigest(Method limit) throws Exception {
        String seven = digest(null, null, "ref", limited(limit, 7));

        assertThat(digest(null, null, "ref", limited(limit, 7))).isEqualTo(seven);
        assertThat(Set.of(seven, digest(null, null, "ref", BudgetLimits.defaults())))
                .hasSize(2);
        assertThat(Set.of(seven, digest(null, null, "ref", limited(limit, 8)))).hasSize(2);
        assertThat(ConfigurationDigest.facts(null, null, "ref", limited(limit, 7)))
                .containsKey("limits." + limit.getName());
    }

    @Test
    void limits_areAllThatThereAre() {
        assertThat(limits().stream().map(Method::getName).collect(Collectors.toSet()))
                .contains("maxElapsed", "maxModelCalls", "maxToolCalls", "maxOutputBytes", "maxTokens", "maxSteps");
    }

    private static BudgetLimits limited(Method limit, int value)
            throws InvocationTargetException, IllegalAccessException {
        BudgetLimits.Builder builder = BudgetLimits.builder();
        Class<?> type = limit.getParameterTypes()[0];
        Object argument = type == Duration.class ? Duration.ofNanos(value) : number(type, value);
        limit.invoke(builder, argument);
        return builder.build();
    }

    private static Object number(Class<?> type, int value) {
        return type == int.class ? (Object) value : (Object) (long) value;
    }

    private static String digest(
            Profile profile, CompletionContract completion, String accessRef, BudgetLimits limits) {
        return ConfigurationDigest.of(profile, completion, accessRef, limits);
    }

    private static Profile profile(String name, String version, String mode) {
        return GoalProfile.builder(name, version, "You write.")
                .completion(CompletionContract.of(mode))
                .build();
    }
}
