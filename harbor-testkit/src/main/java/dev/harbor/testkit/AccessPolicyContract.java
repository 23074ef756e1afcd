package dev.harbor.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.harbor.access.AccessPolicy;
import dev.harbor.access.AccessRequest;
import dev.harbor.access.Verdict;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.tool.ToolDefinition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Holds an implementation of {@link AccessPolicy} to what every policy guarantees: it answers every question, the same each time and for each identity
 * whatever others ask meanwhile, and lets nobody call what it does not show.
 *
 * <pre>{@code
 * final class MyPolicyTest extends AccessPolicyContract {
 *     @Override
 *     protected AccessPolicy create() {
 *         return new MyPolicy(rules);
 *     }
 * }
 * }</pre>
 */
public abstract class AccessPolicyContract {

    private static final int THREADS = 100;

    /** Creates the suite. */
    protected AccessPolicyContract() {}

    /** Returns a new policy, with the same settings each time. */
    protected abstract AccessPolicy create();

    /** Returns the tools to ask about. Some of every effect, transport and source, unless overridden. */
    protected List<ToolDefinition> tools() {
        return SampleTools.all();
    }

    /** Returns the identities to ask for. Three without anything in common, unless overridden. */
    protected List<Identity> identities() {
        return List.of(
                TestIdentities.DEFAULT, Identity.of("acme", "ada", "session-1"), Identity.of("globex", "eve", "s"));
    }

    /** Returns the arguments to ask about. Some that name paths, well or ill, and some that are odd, unless overridden. */
    protected List<Json> arguments() {
        return List.of(
                Json.EMPTY_OBJECT,
                Json.parse("{\"path\":\"src/a\"}"),
                Json.parse("{\"path\":\"../../etc/passwd\"}"),
                Json.parse("{\"path\":\"/\"}"),
                Json.parse("{\"path\":17}"),
                Json.parse("{\"path\":null,\"more\":{\"path\":[\"a\",{}]}}"),
                Json.parse("{\"path\":\"\\u0000\\ud83d\\ude80" + "x".repeat(100_000) + "\"}"));
    }

    private List<AccessRequest> questions() {
        List<AccessRequest> questions = new ArrayList<>();
        for (Identity identity : identities()) {
            for (ToolDefinition tool : tools()) {
                questions.add(AccessRequest.advertise(identity, null, tool));
                questions.add(AccessRequest.advertise(identity, "run-1", tool));
                for (Json arguments : arguments()) {
                    questions.add(AccessRequest.dispatch(identity, "run-1", tool, arguments));
                    questions.add(AccessRequest.dispatch(identity, null, tool, arguments));
                }
            }
        }
        return questions;
    }

    private static List<Verdict> answers(AccessPolicy policy, List<AccessRequest> questions) {
        return questions.stream().map(policy::evaluate).toList();
    }

    @Test
    @DisplayName("Given any tool, identity, stage and arguments, there is a verdict and no exception")
    void evaluate_ofAnything_answers() {
        AccessPolicy policy = create();

        for (AccessRequest question : questions()) {
            assertThat(policy.evaluate(question)).as(describe(question)).isNotNull();
        }
    }

    @Test
    @DisplayName(
            "Given the same question, the answer is the same: again, in another order, and from another policy with these settings")
    void evaluate_again_answersTheSame() {
        AccessPolicy policy = create();
        List<AccessRequest> questions = questions();
        List<Verdict> first = answers(policy, questions);

        assertThat(answers(policy, questions)).isEqualTo(first);
        assertThat(answers(create(), questions)).isEqualTo(first);
        List<AccessRequest> backwards = new ArrayList<>(questions);
        Collections.reverse(backwards);
        List<Verdict> reversed = new ArrayList<>(answers(policy, backwards));
        Collections.reverse(reversed);
        assertThat(reversed).isEqualTo(first);
    }

    @Test
    @DisplayName("Given 100 threads that ask at once for many identities, each gets the answer that it would get alone")
    void evaluate_byManyAtOnce_doesNotBleed() {
        AccessPolicy policy = create();
        List<AccessRequest> questions = questions();
        List<Verdict> alone = answers(policy, questions);

        Together.run(THREADS, number -> {
            for (int i = 0; i < questions.size(); i++) {
                int each = (i + number * 17) % questions.size();
                assertSame(questions.get(each), policy, alone.get(each));
            }
            return number;
        });
    }

    @Test
    @DisplayName("Given a tool that is not shown, it can't be called whatever the arguments")
    void dispatch_ofHidden_isNotAllowed() {
        AccessPolicy policy = create();

        for (AccessRequest question : questions()) {
            AccessRequest shown = AccessRequest.advertise(
                    question.identity(), question.runId().orElse(null), question.tool());
            if (policy.evaluate(shown) instanceof Verdict.Deny) {
                assertThat(policy.evaluate(question)).as(describe(question)).isNotEqualTo(Verdict.allow());
            }
        }
    }

    @Test
    @DisplayName(
            "Given two policies with the same settings, they have the same name, which says something and does not change")
    void ref_ofSameSettings_isTheSame() {
        AccessPolicy policy = create();
        String before = policy.ref();
        answers(policy, questions());

        assertThat(before).isNotBlank().hasSizeLessThanOrEqualTo(1024);
        assertThat(policy.ref()).isEqualTo(before);
        assertThat(create().ref()).isEqualTo(before);
    }

    @Test
    @DisplayName("Given an interrupted thread, the answer is the same and the thread stays interrupted")
    void evaluate_onInterruptedThread_answers() {
        AccessPolicy policy = create();
        AccessRequest question = questions().get(0);
        Verdict before = policy.evaluate(question);
        Thread.currentThread().interrupt();
        Verdict interrupted;
        try {
            interrupted = policy.evaluate(question);
        } finally {
            assertThat(Thread.interrupted()).as("the flag of the thread").isTrue();
        }

        assertThat(interrupted).isEqualTo(before);
    }

    @Test
    @DisplayName("Given null, it is refused")
    void evaluate_ofNull_isRefused() {
        assertThatNullPointerException().isThrownBy(() -> create().evaluate(Nothing.of()));
    }

    private static void assertSame(AccessRequest question, AccessPolicy policy, Verdict expected) {
        Verdict verdict = policy.evaluate(question);
        if (!expected.equals(verdict)) {
            throw new AssertionError(describe(question) + ": alone " + expected + ", among others " + verdict);
        }
    }

    private static String describe(AccessRequest question) {
        return question.stage() + " of " + question.tool().id() + " for " + question.identity();
    }
}
