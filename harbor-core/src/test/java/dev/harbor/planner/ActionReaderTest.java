package dev.harbor.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.json.Json;
import dev.harbor.pause.PauseReason;
import dev.harbor.plan.Decision;
import dev.harbor.plan.FinishReason;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.ToolRequest;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ActionReaderTest {

    private static final Set<Arm> ALL = EnumSet.allOf(Arm.class);

    private static Decision read(String text) throws NoAction {
        return new ActionReader(ALL, 50, "weather"::equals).read(text).decision();
    }

    private static ToolRequest request(String tool, String arguments) {
        return ToolRequest.of(tool, Json.parse(arguments));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'action':'call','calls':[{'tool':'weather','arguments':{'city':'Oslo'}}]}",
                "{'action':'call','tool':'weather','arguments':{'city':'Oslo'}}",
                "{'action':'CALL','calls':[{'name':'weather','args':{'city':'Oslo'}}]}",
                "{'tool':'weather','args':{'city':'Oslo'}}",
                "{'name':'weather','parameters':{'city':'Oslo'}}",
                "{'action':'weather','action_input':{'city':'Oslo'}}",
                "{'tool_calls':[{'id':'x','type':'function','function':{'name':'weather','arguments':'{\\\"city\\\":\\\"Oslo\\\"}'}}]}",
                "[{'tool':'weather','arguments':{'city':'Oslo'}}]",
                "{'thought':'hm','say':'let me see','action':'call','calls':[{'tool':' weather ','arguments':{'city':'Oslo'},'why':'x'}]}"
            })
    void call_inAnySpelling_isOne(String text) throws Exception {
        Decision.CallTool call = (Decision.CallTool) read(text.replace('\'', '"'));

        assertThat(call.call().tool()).isEqualTo("weather");
        assertThat(call.call().arguments()).isEqualTo(Json.parse("{\"city\":\"Oslo\"}"));
        assertThat(call.call().callId()).isNull();
    }

    @Test
    void arguments_areKeptByteForByte_andDefaultToNone() throws Exception {
        Decision.CallTool call = (Decision.CallTool) read("{\"tool\":\"a\",\"arguments\":{ \"n\" : 1.10 }}");

        assertThat(call.call().arguments().toString()).isEqualTo("{ \"n\" : 1.10 }");
        assertThat(read("{\"tool\":\"a\"}")).isEqualTo(Decision.call("a", Json.EMPTY_OBJECT));
        assertThat(read("{\"tool\":\"a\",\"arguments\":null}")).isEqualTo(Decision.call("a", Json.EMPTY_OBJECT));
    }

    @Test
    void arguments_thatAreTextAndNoJson_goOnAsTheyAre() throws Exception {
        Decision.CallTool call = (Decision.CallTool) read("{\"tool\":\"a\",\"arguments\":\"{\\\"city\\\":\"}");

        assertThat(call.call().arguments().toString()).isEqualTo("{\"city\":");
    }

    @Test
    void calls_inOneAnswer_areParallel_inTheirOrder() throws Exception {
        List<ToolRequest> three = List.of(request("a", "{}"), request("b", "{\"x\":1}"), request("a", "{}"));

        assertThat(
                        read(
                                "{\"action\":\"call\",\"calls\":[{\"tool\":\"a\"},{\"tool\":\"b\",\"arguments\":{\"x\":1}},{\"tool\":\"a\"}]}"))
                .isEqualTo(new Decision.CallParallel(three, JoinPolicy.ALL));
        assertThat(read("{\"tool\":\"a\"}\n{\"tool\":\"b\",\"arguments\":{\"x\":1}}\n{\"tool\":\"a\"}"))
                .isEqualTo(new Decision.CallParallel(three, JoinPolicy.ALL));
    }

    @Test
    void join_isRead() throws Exception {
        String calls = "{\"action\":\"call\",\"calls\":[{\"tool\":\"a\"},{\"tool\":\"b\"}],\"join\":%s}";

        assertThat(read(calls.formatted("\"first_success\"")))
                .extracting(each -> ((Decision.CallParallel) each).join())
                .isEqualTo(JoinPolicy.FIRST_SUCCESS);
        assertThat(read(calls.formatted("2")))
                .extracting(each -> ((Decision.CallParallel) each).join())
                .isEqualTo(JoinPolicy.atLeast(2));
        for (String wrong : List.of("\"keyed\"", "0", "3", "-1", "1.5", "{}", "true", "1e99")) {
            assertThatExceptionOfType(NoAction.class)
                    .as(wrong)
                    .isThrownBy(() -> read(calls.formatted(wrong)))
                    .withMessageContaining("from 1 to 2");
        }
    }

    @Test
    void calls_areBounded() throws Exception {
        String fifty = IntStream.range(0, 50).mapToObj(i -> "{\"tool\":\"a\"}").collect(Collectors.joining(","));

        assertThat(((Decision.CallParallel) read("[" + fifty + "]")).calls()).hasSize(50);
        assertThatExceptionOfType(NoAction.class)
                .isThrownBy(() -> read("[" + fifty + ",{\"tool\":\"a\"}]"))
                .withMessageContaining("50 calls at most, got 51");
        assertThatExceptionOfType(NoAction.class)
                .isThrownBy(() -> new ActionReader(ALL, 1, any -> true).read("[{\"tool\":\"a\"},{\"tool\":\"b\"}]"));
    }

    @Test
    void otherArms_areRead() throws Exception {
        assertThat(read("{\"action\":\"spawn\",\"goal\":\"look\",\"input\":{\"a\":1}}"))
                .isEqualTo(new Decision.SpawnTask("look", Json.parse("{\"a\":1}")));
        assertThat(read("{\"action\":\"await\",\"task\":\"r.1\"}")).isEqualTo(new Decision.AwaitTask("r.1"));
        assertThat(read("{\"action\":\"pause\",\"message\":\"Which city?\"}"))
                .isEqualTo(new Decision.RequestPause(PauseReason.AWAIT_INPUT, "Which city?", Json.EMPTY_OBJECT));
        assertThat(read("{\"action\":\"finish\",\"result\":{\"a\":1}}"))
                .isEqualTo(Decision.finish(Json.parse("{\"a\":1}")));
        assertThat(read("{\"final_answer\":\"rain\"}")).isEqualTo(Decision.finish(Json.of("rain")));
        assertThat(read("{\"action\":\"finish\",\"reason\":\"no_path\",\"result\":\"closed\"}"))
                .isEqualTo(new Decision.Finish(FinishReason.NO_PATH, Json.of("closed")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "[1]",
                "{\"thought\":\"hm\"}",
                "{\"action\":\"dance\"}",
                "{\"action\":7,\"result\":null}",
                "{\"action\":\"call\"}",
                "{\"action\":\"call\",\"calls\":[]}",
                "{\"action\":\"call\",\"calls\":{\"tool\":\"a\"}}",
                "{\"action\":\"call\",\"calls\":[\"a\"]}",
                "{\"action\":\"call\",\"calls\":[{\"arguments\":{}}]}",
                "{\"tool\":\"\"}",
                "{\"action\":\"finish\"}",
                "{\"action\":\"finish\",\"reason\":\"cancelled\",\"result\":1}",
                "{\"action\":\"spawn\"}",
                "{\"action\":\"await\"}",
                "{\"action\":\"pause\"}",
                "{\"action\":\"pause\",\"message\":\"?\",\"reason\":\"bored\"}",
                "{\"tool\":\"a\"}{\"action\":\"finish\",\"result\":1}",
                "[{\"tool\":\"a\"},{\"action\":\"await\",\"task\":\"r.1\"}]"
            })
    void whatIsNoAction_isRefused_sayingWhy(String text) {
        assertThatExceptionOfType(NoAction.class)
                .isThrownBy(() -> read(text))
                .satisfies(refused -> assertThat(refused.problem()).isNotBlank());
    }

    @Test
    void arm_thatIsNotAllowed_isRefused_namingWhatIs() {
        assertThatExceptionOfType(NoAction.class)
                .isThrownBy(() -> new ActionReader(EnumSet.of(Arm.CALL, Arm.FINISH), 50, any -> false)
                        .read("{\"action\":\"spawn\",\"goal\":\"x\"}"))
                .withMessage("'spawn' is not allowed; the actions are call, finish");
    }

    @Test
    void namesAndTexts_thatAreTooLong_areRefused() {
        String long257 = "x".repeat(257);
        for (String text : List.of(
                "{\"tool\":\"" + long257 + "\"}",
                "{\"action\":\"await\",\"task\":\"" + long257 + "\"}",
                "{\"action\":\"spawn\",\"goal\":\"" + "x".repeat(4097) + "\"}",
                "{\"action\":\"pause\",\"message\":\"" + "x".repeat(4097) + "\"}")) {
            assertThatExceptionOfType(NoAction.class).isThrownBy(() -> read(text));
        }
    }
}
