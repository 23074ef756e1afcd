package dev.harbor.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ToolPolicyTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** Each setting with a value that is not its default, and each way to say "none". */
    enum Setting {
        TIMEOUT(builder -> builder.timeout(MINUTE), ToolPolicy::timeout, Optional.of(MINUTE)),
        NO_TIMEOUT(ToolPolicy.Builder::noTimeout, ToolPolicy::timeout, Optional.empty()),
        DEADLINE(builder -> builder.deadline(MINUTE), ToolPolicy::deadline, Optional.of(MINUTE)),
        ATTEMPTS(builder -> builder.maxAttempts(7), ToolPolicy::maxAttempts, 7),
        NO_RETRY(ToolPolicy.Builder::noRetry, ToolPolicy::maxAttempts, 1),
        BACKOFF(builder -> builder.backoff(Backoff.NONE), ToolPolicy::backoff, Backoff.NONE),
        RETRY_ON(builder -> builder.retryOn(RetryOn.never()), ToolPolicy::retryOn, RetryOn.never()),
        VALIDATION(builder -> builder.validation(Validation.NONE), ToolPolicy::validation, Validation.NONE),
        ISOLATION(builder -> builder.isolation(Isolation.WORKER), ToolPolicy::isolation, Isolation.WORKER),
        BREAKER(
                builder -> builder.breaker(new Breaker(5, 5, 100, MINUTE, 1)),
                ToolPolicy::breaker,
                Optional.of(new Breaker(5, 5, 100, MINUTE, 1))),
        NO_BREAKER(ToolPolicy.Builder::noBreaker, ToolPolicy::breaker, Optional.empty()),
        BULKHEAD(builder -> builder.maxConcurrentCalls(3), ToolPolicy::maxConcurrentCalls, OptionalInt.of(3)),
        RATE(
                builder -> builder.rateLimit(new RateLimit(3, MINUTE)),
                ToolPolicy::rateLimit,
                Optional.of(new RateLimit(3, MINUTE))),
        THRESHOLD(builder -> builder.heavyThresholdBytes(2048), ToolPolicy::heavyThresholdBytes, OptionalInt.of(2048));

        private final UnaryOperator<ToolPolicy.Builder> set;
        private final Function<ToolPolicy, Object> read;
        private final Object value;

        Setting(UnaryOperator<ToolPolicy.Builder> set, Function<ToolPolicy, Object> read, Object value) {
            this.set = set;
            this.read = read;
            this.value = value;
        }

        ToolPolicy alone() {
            return set.apply(ToolPolicy.builder()).build();
        }
    }

    static List<Setting> settings() {
        return List.of(Setting.values());
    }

    @Test
    void standard_always_hasTheDocumentedDefaults() {
        assertThat(readAll(ToolPolicy.STANDARD))
                .containsExactly(
                        Optional.of(Duration.ofMillis(30_000)),
                        Optional.empty(),
                        4,
                        new Backoff(Duration.ofMillis(100), 2.0, Duration.ofSeconds(30)),
                        RetryOn.of(ErrorClass.TRANSIENT, ErrorClass.TIMEOUT, ErrorClass.SERVER),
                        Validation.BOTH,
                        Isolation.AUTO,
                        Optional.of(Breaker.STANDARD),
                        OptionalInt.empty(),
                        Optional.empty(),
                        OptionalInt.empty());
    }

    @Test
    void unset_inEverything_behavesAsStandard() {
        assertThat(readAll(ToolPolicy.unset())).isEqualTo(readAll(ToolPolicy.STANDARD));
        assertThat(readAll(ToolPolicy.unset().orElse(ToolPolicy.STANDARD))).isEqualTo(readAll(ToolPolicy.STANDARD));
    }

    @ParameterizedTest
    @MethodSource("settings")
    void setting_alone_leavesTheOthersAtTheirDefaults(Setting setting) {
        ToolPolicy policy = setting.alone();
        ToolPolicy filled = policy.orElse(ToolPolicy.STANDARD);
        Object before = setting.read.apply(ToolPolicy.STANDARD);

        assertThat(setting.value).as("a test value is not the default").isNotEqualTo(before);
        assertThat(setting.read.apply(policy)).isEqualTo(setting.value);
        assertThat(readAll(filled)).isEqualTo(readAll(policy));
        assertThat(differences(policy, ToolPolicy.STANDARD)).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("settings")
    void setting_onBothSides_isTakenFromTheFirst(Setting setting) {
        ToolPolicy everything =
                ToolPolicy.STANDARD.toBuilder().breaker(Breaker.STANDARD).build();

        assertThat(setting.read.apply(setting.alone().orElse(everything))).isEqualTo(setting.value);
        assertThat(setting.read.apply(ToolPolicy.unset().orElse(setting.alone())))
                .isEqualTo(setting.value);
    }

    @ParameterizedTest
    @MethodSource("settings")
    void toBuilder_ofAPolicy_keepsWhatIsSet(Setting setting) {
        assertThat(setting.alone().toBuilder().build())
                .isEqualTo(setting.alone())
                .hasSameHashCodeAs(setting.alone());
    }

    @Test
    void retryOn_emptyAlone_meansNoRetry() {
        ToolPolicy policy =
                ToolPolicy.builder().retryOn(RetryOn.never()).build().orElse(ToolPolicy.STANDARD);

        assertThat(policy.retryOn().classes()).isEmpty();
        assertThat(ErrorClass.values()).noneMatch(policy.retryOn()::allows);
    }

    @Test
    void validation_none_isNotTheDefault() {
        ToolPolicy policy =
                ToolPolicy.builder().validation(Validation.NONE).build().orElse(ToolPolicy.STANDARD);

        assertThat(policy.validation().arguments()).isFalse();
        assertThat(policy.validation().result()).isFalse();
    }

    @Test
    void noRetry_alone_isOneAttempt() {
        assertThat(ToolPolicy.builder()
                        .noRetry()
                        .build()
                        .orElse(ToolPolicy.STANDARD)
                        .maxAttempts())
                .isEqualTo(1);
    }

    @Test
    void equals_betweenUnsetAndDefault_tellsThemApart() {
        ToolPolicy explicit =
                ToolPolicy.builder().timeout(ToolPolicy.DEFAULT_TIMEOUT).build();

        assertThat(explicit).isNotEqualTo(ToolPolicy.unset());
        assertThat(explicit.orElse(policyWithTimeout(MINUTE)).timeout()).contains(ToolPolicy.DEFAULT_TIMEOUT);
        assertThat(ToolPolicy.unset().orElse(policyWithTimeout(MINUTE)).timeout())
                .contains(MINUTE);
        assertThat(ToolPolicy.unset()).isNotEqualTo("unset");
    }

    @Test
    void isBreakerSet_afterFilling_isTrueOnlyIfSomebodySetOne() {
        assertThat(ToolPolicy.unset().orElse(ToolPolicy.STANDARD).isBreakerSet())
                .isFalse();
        assertThat(Setting.NO_BREAKER.alone().orElse(ToolPolicy.STANDARD).isBreakerSet())
                .isTrue();
        assertThat(ToolPolicy.unset().orElse(Setting.BREAKER.alone()).isBreakerSet())
                .isTrue();
    }

    @Test
    void toString_ofAPolicy_namesWhatIsSetAndNothingElse() {
        assertThat(ToolPolicy.builder().noTimeout().maxAttempts(2).build())
                .hasToString("ToolPolicy[timeout=none, maxAttempts=2]");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void limits_notPositive_areRefusedAndNameTheWayToSayNone(long nanos) {
        Duration limit = Duration.ofNanos(nanos);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> ToolPolicy.builder().timeout(limit))
                .withMessageContainingAll("timeout", "noTimeout()");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ToolPolicy.builder().deadline(limit))
                .withMessageContainingAll("deadline", "noDeadline()");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 101, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void maxAttempts_outOfBounds_isRefused(int attempts) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ToolPolicy.builder().maxAttempts(attempts))
                .withMessageContainingAll("1 to 100", String.valueOf(attempts));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void maxConcurrentCalls_lessThanOne_isRefused(int calls) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ToolPolicy.builder().maxConcurrentCalls(calls))
                .withMessageContaining("1 or more");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 1023, (1 << 20) + 1, Integer.MAX_VALUE})
    void heavyThreshold_outOfBounds_isRefused(int bytes) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ToolPolicy.builder().heavyThresholdBytes(bytes))
                .withMessageContainingAll("1024", "1048576");
    }

    @ParameterizedTest
    @ValueSource(ints = {1024, 1 << 20})
    void heavyThreshold_atItsBounds_isTaken(int bytes) {
        assertThat(ToolPolicy.builder().heavyThresholdBytes(bytes).build().heavyThresholdBytes())
                .hasValue(bytes);
    }

    @Test
    @SuppressWarnings("DataFlowIssue") // null is what is tested
    void setters_givenNull_refuseItAtOnce() {
        ToolPolicy.Builder builder = ToolPolicy.builder();
        List<Runnable> setters = List.of(
                () -> builder.timeout(null),
                () -> builder.deadline(null),
                () -> builder.backoff(null),
                () -> builder.retryOn(null),
                () -> builder.validation(null),
                () -> builder.isolation(null),
                () -> builder.breaker(null),
                () -> builder.rateLimit(null),
                () -> ToolPolicy.unset().orElse(null));

        assertThat(setters)
                .allSatisfy(setter -> assertThatNullPointerException().isThrownBy(setter::run));
    }

    private static ToolPolicy policyWithTimeout(Duration limit) {
        return ToolPolicy.builder().timeout(limit).build();
    }

    private static long differences(ToolPolicy one, ToolPolicy other) {
        List<Object> mine = readAll(one);
        List<Object> theirs = readAll(other);
        return IntStream.range(0, mine.size())
                .filter(i -> !mine.get(i).equals(theirs.get(i)))
                .count();
    }

    private static List<Object> readAll(ToolPolicy policy) {
        return List.of(
                policy.timeout(),
                policy.deadline(),
                policy.maxAttempts(),
                policy.backoff(),
                policy.retryOn(),
                policy.validation(),
                policy.isolation(),
                policy.breaker(),
                policy.maxConcurrentCalls(),
                policy.rateLimit(),
                policy.heavyThresholdBytes());
    }
}
