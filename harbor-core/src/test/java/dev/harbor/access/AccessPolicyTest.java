package dev.harbor.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolId;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AccessPolicyTest {

    private static final AccessRequest REQUEST = AccessRequest.advertise(
            Identity.of("acme", "ada", "s1"),
            null,
            ToolDefinition.builder(ToolId.of("read"), Json.EMPTY_OBJECT).build());

    private static final Map<String, Verdict> VERDICTS =
            Map.of("allow", Verdict.allow(), "ask", Verdict.ask("sure?"), "deny", Verdict.deny("no", "not allowed"));

    @ParameterizedTest
    @CsvSource({
        "allow, allow, allow",
        "allow, ask, ask",
        "ask, allow, ask",
        "allow, deny, deny",
        "deny, allow, deny",
        "ask, deny, deny",
        "deny, ask, deny"
    })
    void and_answersWithTheStricterVerdict(String first, String second, String expected) {
        assertThat(policy(first).and(policy(second)).evaluate(REQUEST)).isEqualTo(VERDICTS.get(expected));
    }

    @Test
    void and_ofTwoQuestions_asksBoth() {
        AccessPolicy other = request -> Verdict.ask("really?");

        assertThat(policy("ask").and(other).evaluate(REQUEST)).isEqualTo(Verdict.ask("sure?; really?"));
    }

    @Test
    void and_ofTwoLongQuestions_asksTheFirst() {
        AccessPolicy first = request -> Verdict.ask("a".repeat(600));
        AccessPolicy second = request -> Verdict.ask("b".repeat(1024));

        assertThat(first.and(second).evaluate(REQUEST)).isEqualTo(Verdict.ask("a".repeat(600)));
        assertThat(second.and(first).evaluate(REQUEST)).isEqualTo(Verdict.ask("b".repeat(1024)));
    }

    @Test
    void and_denied_doesNotAskTheSecond() {
        AccessPolicy unreachable = request -> {
            throw new IllegalStateException("asked");
        };

        assertThat(policy("deny").and(unreachable).evaluate(REQUEST)).isEqualTo(VERDICTS.get("deny"));
    }

    @Test
    void and_whereOneThrowsOrAnswersNothing_letsNothingThrough() {
        AccessPolicy failing = request -> {
            throw new IllegalStateException("broken");
        };
        AccessPolicy silent = request -> null;

        assertThatThrownBy(() -> policy("allow").and(failing).evaluate(REQUEST)).hasMessage("broken");
        assertThatThrownBy(() -> policy("allow").and(silent).evaluate(REQUEST))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> silent.and(policy("allow")).evaluate(REQUEST))
                .isInstanceOf(NullPointerException.class);
    }

    @Test
    void and_refNamesBoth() {
        RestrictionPolicy restriction =
                RestrictionPolicy.builder().tools("read").build();

        assertThat(AllowAllPolicy.instance().and(restriction).ref())
                .isEqualTo("both(allow-all/v1," + restriction.ref() + ")");
    }

    @Test
    void allowAll_allowsBothStages() {
        assertThat(AllowAllPolicy.instance().evaluate(REQUEST)).isEqualTo(Verdict.allow());
    }

    private static AccessPolicy policy(String verdict) {
        return request -> VERDICTS.get(verdict);
    }
}
