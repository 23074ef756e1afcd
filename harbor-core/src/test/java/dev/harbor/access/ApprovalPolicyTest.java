package dev.harbor.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolDefinition;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ApprovalPolicyTest {

    private static final Identity ADA = Identity.of("acme", "ada", "s1");
    private static final Identity ADA_LATER = Identity.of("acme", "ada", "s2");
    private static final Identity BOB = Identity.of("acme", "bob", "s1");
    private static final Identity STRANGER = Identity.of("globex", "ada", "s1");
    private static final Duration HOUR = Duration.ofHours(1);

    private final Moved clock = new Moved();

    record Payment(int sum) {}

    private static final class Moved extends Clock {

        private Instant now = Instant.parse("2030-01-01T00:00:00Z");

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }

    private static Tool<Payment, Payment> tool(String name, SideEffect effect) {
        return Tool.<Payment, Payment>of(name, Payment.class, Payment.class, payment -> payment)
                .effect(effect);
    }

    private static final ToolDefinition PAY = tool("pay", SideEffect.EXTERNAL).definition();

    private static AccessRequest question(Identity identity, ToolDefinition tool, int sum) {
        return AccessRequest.dispatch(identity, "r1", tool, Json.of(Map.of("sum", sum)));
    }

    private static boolean asks(ApprovalPolicy policy, AccessRequest question) {
        return policy.evaluate(question) instanceof Verdict.Ask;
    }

    @ParameterizedTest
    @EnumSource(SideEffect.class)
    void policy_byEffect_asksForItAndNoOther(SideEffect effect) {
        ApprovalPolicy policy = ApprovalPolicy.askingFor(effect);
        for (SideEffect other : SideEffect.values()) {
            assertThat(asks(policy, question(ADA, tool("t", other).definition(), 1)))
                    .as(other.name())
                    .isEqualTo(other == effect);
        }
    }

    @Test
    void policy_byName_orId_asksForIt() {
        for (String name : List.of("pay", "pay@v1")) {
            ApprovalPolicy policy = ApprovalPolicy.builder().tools(name).build();
            assertThat(asks(policy, question(ADA, PAY, 1))).isTrue();
            assertThat(asks(
                            policy,
                            question(ADA, tool("paying", SideEffect.EXTERNAL).definition(), 1)))
                    .isFalse();
        }
        assertThat(asks(ApprovalPolicy.builder().tools("pay@v2").build(), question(ADA, PAY, 1)))
                .isFalse();
    }

    @Test
    void policy_byTag_asksOnAnyThatIntersects_andNeverWithoutTags() {
        ToolDefinition tagged = tool("t", SideEffect.READ).tags("money", "slow").definition();
        assertThat(asks(ApprovalPolicy.builder().tags("fast", "money").build(), question(ADA, tagged, 1)))
                .isTrue();
        assertThat(asks(ApprovalPolicy.builder().tags("fast").build(), question(ADA, tagged, 1)))
                .isFalse();
        assertThat(asks(ApprovalPolicy.builder().build(), question(ADA, tagged, 1)))
                .isFalse();
    }

    @Test
    void policy_byArguments_asksForTheToolAndThose() {
        ApprovalPolicy policy = ApprovalPolicy.builder()
                .arguments(
                        "pay",
                        "over 100",
                        arguments -> arguments.get("sum").orElseThrow().asLong() > 100)
                .reason("so much?")
                .build();
        assertThat(asks(policy, question(ADA, PAY, 100))).isFalse();
        assertThat(policy.evaluate(question(ADA, PAY, 101))).isEqualTo(Verdict.ask("so much?"));
        assertThat(asks(policy, question(ADA, tool("other", SideEffect.EXTERNAL).definition(), 101)))
                .isFalse();
    }

    @Test
    void policy_showsEveryTool() {
        ApprovalPolicy policy = ApprovalPolicy.askingFor(SideEffect.EXTERNAL);
        assertThat(policy.evaluate(AccessRequest.advertise(ADA, null, PAY))).isEqualTo(Verdict.allow());
    }

    @Test
    void denial_ofAnotherPolicy_comesFirst() {
        AccessPolicy both =
                ApprovalPolicy.askingFor(SideEffect.EXTERNAL).and(RestrictionPolicy.allowing(SideEffect.READ));
        assertThat(both.evaluate(question(ADA, PAY, 1))).isInstanceOf(Verdict.Deny.class);
    }

    @Test
    void approval_isNotRemembered_unlessThePolicySaysSo() {
        ApprovalPolicy policy = ApprovalPolicy.askingFor(SideEffect.EXTERNAL);
        assertThat(asks(policy, question(ADA, PAY, 1).approved())).isTrue();
        assertThat(asks(policy, question(ADA, PAY, 1))).isTrue();
    }

    private ApprovalPolicy.Builder remembering() {
        return ApprovalPolicy.builder().effects(SideEffect.EXTERNAL).clock(clock);
    }

    @Test
    void approval_thatIsRemembered_holdsForTheSameCallInTheSession_untilItExpires() {
        ApprovalPolicy policy =
                remembering().remember(ApprovalPolicy.Remember.SESSION, HOUR).build();
        assertThat(asks(policy, question(ADA, PAY, 1))).isTrue();
        assertThat(asks(policy, question(ADA, PAY, 1).approved())).isFalse();
        assertThat(asks(policy, question(ADA, PAY, 1))).isFalse();
        assertThat(asks(policy, question(ADA, PAY, 2))).as("other arguments").isTrue();
        for (Identity other : List.of(ADA_LATER, BOB, STRANGER)) {
            assertThat(asks(policy, question(other, PAY, 1)))
                    .as(other.toString())
                    .isTrue();
        }
        clock.now = clock.now.plus(HOUR).minusNanos(1);
        assertThat(asks(policy, question(ADA, PAY, 1))).isFalse();
        clock.now = clock.now.plusNanos(1);
        assertThat(asks(policy, question(ADA, PAY, 1))).isTrue();
    }

    @Test
    void approval_thatIsRememberedForAUser_holdsInOtherSessions_andForNobodyElse() {
        ApprovalPolicy policy = remembering()
                .rememberWhateverTheArguments(ApprovalPolicy.Remember.USER, HOUR)
                .build();
        policy.evaluate(question(ADA, PAY, 1).approved());
        assertThat(asks(policy, question(ADA_LATER, PAY, 2))).isFalse();
        assertThat(asks(policy, question(BOB, PAY, 1))).isTrue();
        assertThat(asks(policy, question(STRANGER, PAY, 1))).isTrue();
    }

    @Test
    void approval_thatIsRemembered_doesNotHoldForAnotherDefinition() {
        ApprovalPolicy policy = remembering()
                .rememberWhateverTheArguments(ApprovalPolicy.Remember.USER, HOUR)
                .build();
        policy.evaluate(question(ADA, PAY, 1).approved());
        ToolDefinition changed = tool("pay", SideEffect.EXTERNAL)
                .description("sends everything elsewhere")
                .definition();
        assertThat(asks(policy, question(ADA, changed, 1))).isTrue();
    }

    @Test
    void memory_isBounded() {
        ApprovalPolicy policy =
                remembering().remember(ApprovalPolicy.Remember.SESSION, HOUR).build();
        for (int sum = 0; sum <= 10_000; sum++) {
            policy.evaluate(question(ADA, PAY, sum).approved());
        }
        assertThat(asks(policy, question(ADA, PAY, 0))).as("the oldest").isTrue();
        assertThat(asks(policy, question(ADA, PAY, 10_000))).as("the newest").isFalse();
    }

    @Test
    void ref_changesWithEverySetting_andNotWithTheirOrder() {
        List<ApprovalPolicy> all = List.of(
                ApprovalPolicy.builder().build(),
                ApprovalPolicy.builder().tools("a").build(),
                ApprovalPolicy.builder().tags("a").build(),
                ApprovalPolicy.builder().effects(SideEffect.READ).build(),
                ApprovalPolicy.builder().arguments("a", "x", json -> true).build(),
                ApprovalPolicy.builder().arguments("a", "y", json -> true).build(),
                ApprovalPolicy.builder()
                        .remember(ApprovalPolicy.Remember.USER, HOUR)
                        .build(),
                ApprovalPolicy.builder()
                        .remember(ApprovalPolicy.Remember.SESSION, HOUR)
                        .build(),
                ApprovalPolicy.builder()
                        .rememberWhateverTheArguments(ApprovalPolicy.Remember.SESSION, HOUR)
                        .build());
        assertThat(all).extracting(ApprovalPolicy::ref).doesNotHaveDuplicates();
        assertThat(ApprovalPolicy.builder().tools("a").tools("b").build().ref())
                .isEqualTo(ApprovalPolicy.builder().tools("b", "a").build().ref());
    }

    @Test
    void settings_outOfBounds_areRefused() {
        ApprovalPolicy.Builder builder = ApprovalPolicy.builder();
        for (Duration wrong : List.of(
                Duration.ZERO, Duration.ofSeconds(-1), Duration.ofDays(30).plusNanos(1))) {
            assertThatThrownBy(() -> builder.remember(ApprovalPolicy.Remember.USER, wrong))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> builder.reason(" ")).isInstanceOf(IllegalArgumentException.class);
    }
}
