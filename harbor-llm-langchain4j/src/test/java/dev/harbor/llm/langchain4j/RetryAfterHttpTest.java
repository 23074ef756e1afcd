package dev.harbor.llm.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmException;
import dev.harbor.llm.LlmReply;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.Message;
import dev.harbor.llm.Role;
import dev.harbor.planner.ModelPlanner;
import dev.harbor.policy.Backoff;
import dev.harbor.policy.ErrorClass;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a provider asks for in the headers of a failed answer is known, in every kind of model, and waited for. */
@Timeout(60)
final class RetryAfterHttpTest {

    private static final Identity ADA = Identity.of("acme", "ada", "s1");
    private static final String BUSY = "{\"error\":{\"message\":\"too many of you\"}}";
    private static final String DATE = "Tue, 01 Jan 2030 00:00:00 GMT";

    private static LangChain4jLlm heeding(Kind kind, ModelServer server) {
        return kind.over(server, RetryAfterHttp.over(HttpClient.newBuilder())).build();
    }

    private static LlmReply ask(LangChain4jLlm model) {
        return model.complete(LlmRequest.of(List.of(Message.of(Role.USER, "hello"))), LlmCall.of(ADA));
    }

    private static LlmException fails(Kind kind, ModelServer.Behaviour behaviour) {
        try (ModelServer server = ModelServer.start(kind.dialect, behaviour)) {
            return assertThatExceptionOfType(LlmException.class)
                    .isThrownBy(() -> ask(heeding(kind, server)))
                    .actual();
        }
    }

    @ParameterizedTest
    @MethodSource("dev.harbor.llm.langchain4j.ProvidersTest#statuses")
    void wait_isTold_andTheClassIsThatOfTheStatus(Kind kind, int status, ErrorClass expected) {
        LlmException failure = fails(kind, ModelServer.refuses(status, BUSY, "Retry-After", "7"));

        assertThat(failure.retryAfter()).contains(Duration.ofSeconds(7));
        assertThat(failure.errorClass()).isEqualTo(expected);
        assertThat(failure)
                .hasMessageContaining("status " + status + " (asks to wait PT7S)")
                .hasMessageContaining("too many of you");
        assertThat(failure.getCause()).isNull();
    }

    @ParameterizedTest
    @EnumSource
    void answer_withoutAWait_isAsEver(Kind kind) {
        assertThat(fails(kind, ModelServer.refuses(429, BUSY)).retryAfter()).isEmpty();
        assertThat(fails(kind, ModelServer.refuses(429, BUSY, "Retry-After", "soon"))
                        .errorClass())
                .isEqualTo(ErrorClass.TRANSIENT);
        try (ModelServer server = ModelServer.start(kind.dialect, ModelServer.says("rain, ", "then sun"))) {
            assertThat(ask(heeding(kind, server)).text()).isEqualTo("rain, then sun");
        }
    }

    /** A wait that does not fit into what is left is not begun, and one of nothing is. */
    @ParameterizedTest
    @EnumSource
    void policyOfTheModel_waitsAtLeastSoLong(Kind kind) {
        assertThat(requests(kind, "3600")).isEqualTo(1);
        assertThat(requests(kind, "0")).isEqualTo(3);
    }

    private static int requests(Kind kind, String wait) {
        ToolPolicy policy = ToolPolicy.builder()
                .maxAttempts(3)
                .backoff(Backoff.fixed(Duration.ofMillis(1)))
                .deadline(Duration.ofMinutes(1))
                .build();
        try (ModelServer server = ModelServer.start(kind.dialect, ModelServer.refuses(429, BUSY, "Retry-After", wait));
                HarborRuntime runtime = HarborRuntime.builder()
                        .artifacts(Artifacts.memory())
                        .journal(InMemoryJournal.create())
                        .llm(heeding(kind, server), policy)
                        .planner(ModelPlanner.create())
                        .build()) {
            RunResult result = runtime.as(ADA).start(RunRequest.goal("hello")).await(Duration.ofSeconds(50));
            assertThat(result.reason()).isEqualTo("model_failed");
            return server.bodies.size();
        }
    }

    @Test
    void header_isSecondsOrADate_andBounded() {
        assertThat(wait("7", null)).contains(Duration.ofSeconds(7));
        assertThat(wait(" 0 ", null)).contains(Duration.ZERO);
        assertThat(wait("99999999999999999999", null)).contains(RetryAfter.LONGEST);
        assertThat(wait("86401", null)).contains(RetryAfter.LONGEST);
        assertThat(wait("Tue, 01 Jan 2030 00:00:09 GMT", DATE)).contains(Duration.ofSeconds(9));
        assertThat(wait("Mon, 31 Dec 2029 23:59:59 GMT", DATE)).contains(Duration.ZERO);
        assertThat(wait("Tue, 01 Jan 2030 00:00:09 GMT", null)).isEmpty();
        for (String odd : List.of("", "-1", "1.5", "soon", "Tue, 01 Jan", "\u0667")) {
            assertThat(wait(odd, DATE)).as(odd).isEmpty();
        }
        assertThat(RetryAfter.of(HttpHeaders.of(Map.of(), (name, value) -> true)))
                .isEmpty();
    }

    private static Optional<Duration> wait(String value, String date) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        headers.put("retry-after", List.of(value));
        if (date != null) {
            headers.put("date", List.of(date));
        }
        return RetryAfter.of(HttpHeaders.of(headers, (name, each) -> true));
    }

    /** What is set on the builder is set on the client below, and can be read from the one above. */
    @Test
    void settings_reachTheClientBelow() {
        HttpClient plain = HttpClient.newBuilder()
                .connectTimeout(Duration.ofSeconds(3))
                .followRedirects(HttpClient.Redirect.NEVER)
                .version(HttpClient.Version.HTTP_1_1)
                .executor(Runnable::run)
                .build();
        HttpClient heeding = RetryAfterHttp.over(HttpClient.newBuilder())
                .connectTimeout(Duration.ofSeconds(3))
                .followRedirects(HttpClient.Redirect.NEVER)
                .version(HttpClient.Version.HTTP_1_1)
                .executor(Runnable::run)
                .build();

        assertThat(heeding.connectTimeout()).isEqualTo(plain.connectTimeout());
        assertThat(heeding.followRedirects()).isEqualTo(plain.followRedirects());
        assertThat(heeding.version()).isEqualTo(plain.version());
        assertThat(heeding.executor()).isPresent();
        assertThat(heeding.proxy()).isEqualTo(plain.proxy());
        assertThat(heeding.cookieHandler()).isEqualTo(plain.cookieHandler());
        assertThat(heeding.authenticator()).isEqualTo(plain.authenticator());
    }
}
