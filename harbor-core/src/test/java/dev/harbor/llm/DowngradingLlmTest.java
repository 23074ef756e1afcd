package dev.harbor.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.error.ErrorCode;
import dev.harbor.event.HarborEvent;
import dev.harbor.event.LlmFormatDowngraded;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.policy.ErrorClass;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class DowngradingLlmTest {

    private static final LlmCall CALL =
            LlmCall.of(Identity.of("acme", "ada", "s1")).run("run-1");

    private final List<ResponseFormat> asked = new ArrayList<>();
    private final List<HarborEvent> events = new ArrayList<>();

    private LlmReply complete(ResponseFormat format, Set<ResponseFormat.Kind> supported) {
        LlmClient client = (request, call) -> {
            asked.add(request.responseFormat());
            if (!supported.contains(request.responseFormat().kind())) {
                throw new LlmException(ErrorCode.FORMAT_UNSUPPORTED, ErrorClass.PERMANENT, "no such form", null);
            }
            return LlmReply.of("ok");
        };
        LlmRequest request = LlmRequest.of(List.of(Message.of(Role.USER, "hi"))).responseFormat(format);
        return DowngradingLlm.of(client, events::add, Clock.systemUTC()).complete(request, CALL);
    }

    private List<String> steps() {
        return events.stream()
                .map(event -> ((LlmFormatDowngraded) event))
                .map(event -> event.from() + ">" + event.to())
                .toList();
    }

    @Test
    void form_thatIsSupported_isAskedOnce() {
        ResponseFormat schema = ResponseFormat.schema(Json.EMPTY_OBJECT);
        assertThat(complete(schema, EnumSet.allOf(ResponseFormat.Kind.class)).text())
                .isEqualTo("ok");
        assertThat(asked).containsExactly(schema);
        assertThat(events).isEmpty();
    }

    @Test
    void schema_stepsDownToObjectAndText_withAnEventEach() {
        ResponseFormat schema = ResponseFormat.schema(Json.EMPTY_OBJECT);
        assertThat(complete(schema, Set.of(ResponseFormat.Kind.TEXT)).text()).isEqualTo("ok");
        assertThat(asked).containsExactly(schema, ResponseFormat.JSON_OBJECT, ResponseFormat.TEXT);
        assertThat(steps()).containsExactly("json_schema>json_object", "json_object>text");
        assertThat(events).allSatisfy(event -> {
            assertThat(event.type()).isEqualTo("llm.mode_downgraded");
            assertThat(event.runId()).contains("run-1");
        });
    }

    @Test
    void object_isWhereItStops_whenThatIsSupported() {
        complete(
                ResponseFormat.schema(Json.EMPTY_OBJECT),
                Set.of(ResponseFormat.Kind.TEXT, ResponseFormat.Kind.JSON_OBJECT));
        assertThat(steps()).containsExactly("json_schema>json_object");
    }

    @Test
    void formsThatAreExhausted_areTold() {
        for (ResponseFormat format :
                List.of(ResponseFormat.schema(Json.EMPTY_OBJECT), ResponseFormat.JSON_OBJECT, ResponseFormat.TEXT)) {
            assertThatExceptionOfType(LlmException.class)
                    .isThrownBy(() -> complete(format, Set.of()))
                    .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.FORMATS_EXHAUSTED));
        }
        assertThat(asked).hasSize(3 + 2 + 1);
    }

    @Test
    void otherFailures_stopAtOnce() {
        LlmException failure = new LlmException(ErrorClass.SERVER, "overloaded; json_schema is not supported", null);
        LlmClient client = DowngradingLlm.of(
                (request, call) -> {
                    asked.add(request.responseFormat());
                    throw failure;
                },
                events::add,
                Clock.systemUTC());
        LlmRequest request =
                LlmRequest.of(List.of(Message.of(Role.USER, "hi"))).responseFormat(ResponseFormat.JSON_OBJECT);
        assertThatExceptionOfType(LlmException.class)
                .isThrownBy(() -> client.complete(request, CALL))
                .isSameAs(failure);
        assertThat(asked).hasSize(1);
        assertThat(events).isEmpty();
    }
}
