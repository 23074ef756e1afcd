package dev.harbor.durable;

import static dev.harbor.durable.World.finish;
import static dev.harbor.durable.World.script;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.harbor.access.ApprovalPolicy;
import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import dev.harbor.pause.Pause;
import dev.harbor.pause.PauseException;
import dev.harbor.pause.Resolution;
import dev.harbor.plan.Decision;
import dev.harbor.run.RunState;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunResult;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A person sees arguments without their secrets, changes something, and sends the rest back as it was seen. */
final class PauseEditTest {

    private static final String SECRET = "sk-live-4242424242424242";
    private static final String EXACT = "{\"to\":\"bob\",\"amount\":5,\"server\":{\"api_key\":\"" + SECRET
            + "\",\"realm\":\"r\"},\"copies\":[{\"password\":\"p1\"},{\"password\":\"p2\"}],"
            + "\"note\":\"call it with Bearer abcdef0123456789abcdef\",\"logo\":\"data:image/png;base64,iVBORw0KGgo=\"}";

    private final Asking asking = new Asking();
    private final List<Json> made = new CopyOnWriteArrayList<>();

    private HarborRuntime process(String arguments) {
        Tool<Json, Json> pay = Tool.json("pay", Json.parse("{\"type\":\"object\"}"), given -> {
                    made.add(given);
                    return Json.NULL;
                })
                .effect(SideEffect.EXTERNAL);
        asking.world.more = builder -> builder.tools(pay).access(ApprovalPolicy.askingFor(SideEffect.EXTERNAL));
        return asking.process(script(Decision.call("pay", Json.parse(arguments)), finish()));
    }

    private static String shown(Caller caller) {
        Pause.Call call = Objects.requireNonNull(Asking.only(caller).call());
        assertThat(call.arguments().toString()).doesNotContain(SECRET, "p1", "p2", "abcdef", "iVBOR");
        return call.arguments().toString();
    }

    private static Resolution approval(String arguments) {
        return Resolution.approve("olga").arguments(Json.parse(arguments));
    }

    @Test
    void valueThatWasNotShown_staysWhatItWas_whereItStood() {
        try (HarborRuntime runtime = process(EXACT)) {
            Caller ada = runtime.as(World.ADA);
            String token = Asking.token(Asking.start(runtime));
            String edited =
                    shown(ada).replace("\"amount\":5", "\"amount\":7").replace("\"realm\":\"r\"", "\"realm\":\"s\"");

            RunResult ended = Asking.await(ada.resolvePause(token, approval(edited)));

            Json wanted = Json.parse(
                    EXACT.replace("\"amount\":5", "\"amount\":7").replace("\"realm\":\"r\"", "\"realm\":\"s\""));
            assertThat(ended.state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(made).containsExactly(wanted);
            assertThat(ada.run(World.RUN).orElseThrow().invocations().get(0).argumentsDigest())
                    .isEqualTo(wanted.argumentsDigest());
        }
    }

    @Test
    void argumentsThatComeBackAsTheyWereShown_areThoseThatWereAskedAbout() {
        try (HarborRuntime runtime = process(EXACT)) {
            Caller ada = runtime.as(World.ADA);
            String token = Asking.token(Asking.start(runtime));

            Asking.await(ada.resolvePause(token, approval(shown(ada))));
        }
        assertThat(made).containsExactly(Json.parse(EXACT));
    }

    @Test
    void whatThePersonLeavesOut_orGivesAnew_isAsThePersonSays() {
        try (HarborRuntime runtime = process(EXACT)) {
            Caller ada = runtime.as(World.ADA);
            String token = Asking.token(Asking.start(runtime));
            String edited =
                    "{\"to\":\"eve\",\"server\":{\"api_key\":\"another\",\"realm\":\"r\"},\"copies\":[],\"new\":1}";

            Asking.await(ada.resolvePause(token, approval(edited)));

            assertThat(made).containsExactly(Json.parse(edited));
        }
    }

    /** A secret would go where the person did not see it, or the tool would get the placeholder. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"to\":\"***\"}",
                "{\"server\":{\"api_key\":\"*** and more\"}}",
                "{\"server\":\"***\"}",
                "{\"api_key\":\"***\"}",
                "{\"to\":{\"***\":1}}",
                "{\"copies\":[{\"password\":\"***\"}]}",
                "{\"copies\":[{\"password\":\"***\"},{\"password\":\"mine\"}]}",
                "{\"logo\":\"[redacted: image/png of 9 bytes]\"}",
                "[\"***\"]"
            })
    void placeholderInAnotherPlace_isRefused_andChangesNothing(String edited) {
        try (HarborRuntime runtime = process(EXACT)) {
            Caller ada = runtime.as(World.ADA);
            String token = Asking.token(Asking.start(runtime));
            int records = asking.world.records(World.RUN).size();

            PauseException refusal =
                    catchThrowableOfType(PauseException.class, () -> ada.resolvePause(token, approval(edited)));

            assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_RESOLUTION);
            assertThat(refusal).hasMessageContaining("placeholder");
            assertThat(asking.world.records(World.RUN)).hasSize(records);
            assertThat(ada.pauses()).hasSize(1);
            assertThat(made).isEmpty();
        }
    }

    @Test
    void starsThatHideNothing_areStars() {
        try (HarborRuntime runtime = process("{\"text\":\"a *** b\",\"more\":\"\"}")) {
            Caller ada = runtime.as(World.ADA);
            String token = Asking.token(Asking.start(runtime));

            Asking.await(ada.resolvePause(token, approval("{\"text\":\"*** c\",\"more\":\"***\"}")));
        }
        assertThat(made).containsExactly(Json.parse("{\"text\":\"*** c\",\"more\":\"***\"}"));
    }

    /** Redaction goes less deep than JSON: nobody is asked about what they could not be shown. */
    @Test
    void argumentsThatCanNotBeShown_failTheCallLoudly_andNothingWaits() {
        String deep = "{\"a\":" + "[".repeat(Json.MAX_DEPTH - 1) + "1" + "]".repeat(Json.MAX_DEPTH - 1) + "}";
        try (HarborRuntime runtime = process(deep)) {
            RunResult ended = Asking.start(runtime);

            assertThat(ended.state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(ended.trajectory().toString()).contains(ErrorCode.INTERNAL_ERROR.value());
            assertThat(runtime.as(World.ADA).pauses()).isEmpty();
            assertThat(asking.world.types(World.RUN)).doesNotContain("call.paused", "call.intended");
        }
        assertThat(made).isEmpty();
    }
}
