package dev.harbor.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AnswerTextTest {

    private static final String ACTION =
            "{\"action\":\"call\",\"calls\":[{\"tool\":\"a\",\"arguments\":{\"x\":1.10}}]}";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%s",
                "  \n%s\n",
                "\ufeff%s",
                "```json\n%s\n```",
                "```\n%s\n```\n",
                "~~~json\r\n%s\r\n~~~",
                "Sure, I will look it up.\n%s",
                "%s\nThat should do.",
                "Here is what I want:\n```json\n%s\n```\nShall I go on?",
                "I saw {\"temperature\": 5} and {a, b}, so: %s",
                "[1] says so. %s",
                "<think>maybe {\"action\":\"finish\",\"result\":1}?</think>\n%s",
                "<THINKING>a</THINKING>%s",
                "the template opened it {\"action\":\"finish\",\"result\":1}</think>%s",
                "<think>one <think>two</think> three</think> %s"
            })
    void action_howeverItIsWrapped_isFound_asItIs(String frame) throws Exception {
        assertThat(AnswerText.documents(frame.formatted(ACTION)))
                .singleElement()
                .satisfies(found -> assertThat(found.toString()).isEqualTo(ACTION));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1}{\"a\":2}",
                "{\"a\":1}\n{\"a\":2}",
                "{\"a\":1}, {\"a\":2}",
                "```\n{\"a\":1}\n```\n```\n{\"a\":2}\n```"
            })
    void objects_thatFollowOneAnother_areAllFound_inOrder(String text) throws Exception {
        assertThat(AnswerText.documents(text)).isEqualTo(List.of(Json.parse("{\"a\":1}"), Json.parse("{\"a\":2}")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"action\":\"finish\",\"result\":[1,2,],}",
                "{\"action\":\"finish\",\"result\":[1,2]\n,\n}",
            })
    void commaBehindTheLast_isForgiven(String text) throws Exception {
        assertThat(AnswerText.documents(text)).containsExactly(Json.parse("{\"action\":\"finish\",\"result\":[1,2]}"));
    }

    @Test
    void controlCharactersInStrings_areForgiven_andKept() throws Exception {
        List<Json> found = AnswerText.documents("{\"result\":\"one\ntwo\tthree\u0001 it\\'s\"}");

        assertThat(found.get(0).get("result").orElseThrow().asString()).isEqualTo("one\ntwo\tthree\u0001 it's");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"action\":\"call\",\"calls\":[{\"tool\":\"a\",\"arguments\":{\"x\":1}},{\"tool\":\"b\",\"argum",
                "{\"action\":\"call\",\"calls\":[{\"tool\":\"a\",\"arguments\":{\"x\":1}}",
                "{\"tool\":\"a\",\"arguments\":{\"pa",
                "[{\"tool\":\"a\",\"arguments\":{}},{\"tool\":\"b\"",
                "Well: {\"action\":\"call\",\"calls\":[{\"tool\":\"a\",\"arguments\":{}}",
                "{\"tool\":\"a\",\"tool\":\"b\",\"arguments\":{}}",
                "{\"action\":\"call\",,\"calls\":[{\"tool\":\"a\",\"arguments\":{}}]}",
                "{'action':'call','calls':[{\"tool\":\"a\",\"arguments\":{}}]}",
                "{\"action\":\"call\"]",
                "",
                "   \n",
                "<think>nothing but thoughts {\"tool\":\"a\"}",
                "<think>a</think>",
                "I will call the tool now.",
                "I saw {\"temperature\":5}.",
                "Do {\"tool\":\"a\",\"arguments\":{}} or rather {\"tool\":\"b\",\"arguments\":{}}?"
            })
    void answer_thatIsCutOffMalformedOrAmbiguous_isNoAction_notEvenInPart(String text) {
        assertThatExceptionOfType(NoAction.class)
                .isThrownBy(() -> AnswerText.documents(text))
                .satisfies(refused -> assertThat(refused.problem()).isNotBlank().hasSizeLessThan(500));
    }

    @Test
    void text_withoutAnyBrace_isPlain_andOtherTextIsNot() {
        assertThatExceptionOfType(NoAction.class)
                .isThrownBy(() -> AnswerText.documents("Rain in Oslo, then sun."))
                .matches(NoAction::isPlainText);
        assertThatExceptionOfType(NoAction.class)
                .isThrownBy(() -> AnswerText.documents("Rain {in} Oslo"))
                .matches(refused -> !refused.isPlainText());
    }

    @Test
    void reasoningInsideAnAction_isPartOfIt() throws Exception {
        String action = "{\"action\":\"finish\",\"result\":\"write <think> and </think>\"}";

        assertThat(AnswerText.documents(action)).containsExactly(Json.parse(action));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "[", "{\"", "{\"a\":", "[{", "a{", "\\\"{", "<think>", "```\n", "{}"})
    void hugeText_costsNoMoreThanItsLength(String unit) {
        String text = "x " + unit.repeat(200_000);

        assertThatExceptionOfType(NoAction.class).isThrownBy(() -> AnswerText.documents(text));
    }
}
