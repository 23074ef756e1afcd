package dev.harbor.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.pause.Pause;
import dev.harbor.pause.PauseReason;
import dev.harbor.pause.Resolution;
import dev.harbor.run.Run;
import dev.harbor.run.RunState;
import dev.harbor.runtime.RunResult;
import dev.harbor.tool.ToolOutcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Runs that wait for a consent, and whose call carries the token then: over HTTP, to a real server, with stores in files. */
final class ParkedRunTest {

    private static final Identity ADA = Desk.ADA;

    private final AuthorizationServer server = AuthorizationServer.start();

    @TempDir
    Path folder;

    @AfterEach
    void stop() {
        server.close();
    }

    private static Pause only(List<Pause> pauses) {
        assertThat(pauses).hasSize(1);
        return pauses.get(0);
    }

    private long calls(String path) {
        return server.asked(path).size();
    }

    @Test
    void missingConsent_parksTheRun_andAfterItTheCallCarriesTheToken() {
        try (Embedding process = new Embedding(server, folder)) {
            RunResult parked = process.start(ADA, "write");
            Pause pause = only(process.pauses(ADA));
            assertThat(parked.reason()).isEqualTo("pause:external_event");
            assertThat(pause.reason()).isEqualTo(PauseReason.EXTERNAL_EVENT);
            assertThat(calls("/api/write")).isZero();

            ConsentAnswer answer = AuthorizationServer.visit(Embedding.address(pause));
            ConsentCallback.Completion completion = process.complete(ADA, answer);

            assertThat(completion.outcome().kind()).isEqualTo(ConsentOutcome.Kind.GRANTED);
            assertThat(completion.resolved()).containsExactly(pause.id());
            Run run = process.ended(ADA, parked.runId());
            assertThat(run.state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(calls("/api/write")).isEqualTo(1);
            assertThat(server.asked("/api/write").get(0).header("Authorization"))
                    .startsWith("Bearer access-");
            assertThat(process.complete(ADA, answer).resolved()).isEmpty();
            assertThat(process.start(ADA, "write").state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(process.start(Identity.of("acme", "ada", "session-2"), "write")
                            .state())
                    .isEqualTo(RunState.SUCCEEDED);
        }
    }

    @Test
    void consentThatIsDenied_deniesTheCall_andNothingIsSent() {
        server.issued.deniesWith = "access_denied";
        try (Embedding process = new Embedding(server, folder)) {
            RunResult parked = process.start(ADA, "write");
            Pause pause = only(process.pauses(ADA));

            assertThat(process.complete(ADA, AuthorizationServer.visit(Embedding.address(pause)))
                            .resolved())
                    .hasSize(1);

            assertThat(process.ended(ADA, parked.runId()).state()).isEqualTo(RunState.FAILED);
            assertThat(calls("/api/write")).isZero();
        }
    }

    @Test
    void consentToOneCall_letsOthersOfTheSessionGoOn_thatItCovers_andNobodyElse() {
        Identity bob = Identity.of("acme", "bob", "session-1");
        try (Embedding process = new Embedding(server, folder)) {
            RunResult first = process.start(ADA, "write");
            RunResult second = process.start(ADA, "write");
            RunResult other = process.start(ADA, "read");
            RunResult foreign = process.start(bob, "write");
            Pause ofBob = only(process.pauses(bob));
            Pause pause = process.pauses(ADA).stream()
                    .filter(each -> each.runId().equals(first.runId()))
                    .findFirst()
                    .orElseThrow();

            process.complete(ADA, AuthorizationServer.visit(Embedding.address(pause)));

            assertThat(process.ended(ADA, first.runId()).state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(process.ended(ADA, second.runId()).state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(only(process.pauses(ADA)).runId()).isEqualTo(other.runId());
            assertThat(only(process.pauses(bob))).isEqualTo(ofBob);
            assertThat(ofBob.runId()).isEqualTo(foreign.runId());
            assertThat(calls("/api/write")).isEqualTo(2);
        }
    }

    @Test
    void consent_letsTheOtherSessionsOfThePersonGoOn_forTheSameProviderAndScopes_andNobodyElses() {
        Identity elsewhere = Identity.of("acme", "ada", "session-2");
        List<Identity> strangers =
                List.of(Identity.of("acme", "bob", "session-1"), Identity.of("other", "ada", "session-1"));
        try (Embedding process = new Embedding(server, folder)) {
            RunResult covered = process.start(elsewhere, "write");
            RunResult wantsMore = process.start(elsewhere, "read");
            strangers.forEach(who -> process.start(who, "write"));
            RunResult own = process.start(ADA, "write");
            Pause pause = only(process.pauses(ADA));

            ConsentCallback.Completion completion =
                    process.complete(ADA, AuthorizationServer.visit(Embedding.address(pause)));

            assertThat(completion.resolved()).hasSize(2).contains(pause.id());
            assertThat(process.ended(ADA, own.runId()).state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(process.ended(elsewhere, covered.runId()).state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(only(process.pauses(elsewhere)).runId()).isEqualTo(wantsMore.runId());
            strangers.forEach(who -> assertThat(process.pauses(who)).hasSize(1));
            assertThat(calls("/api/write")).isEqualTo(2);
        }
    }

    @Test
    void consent_letsNoCallGoOn_thatWaitsForSomethingElse_ofTheSameName() {
        try (Embedding process = new Embedding(server, folder)) {
            RunResult paying = process.start(ADA, "pay");
            RunResult writing = process.start(ADA, "write");
            Pause pause = process.pauses(ADA).stream()
                    .filter(each -> each.runId().equals(writing.runId()))
                    .findFirst()
                    .orElseThrow();

            assertThat(process.complete(ADA, AuthorizationServer.visit(Embedding.address(pause)))
                            .resolved())
                    .containsExactly(pause.id());

            assertThat(process.ended(ADA, writing.runId()).state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(only(process.pauses(ADA)).runId()).isEqualTo(paying.runId());
        }
    }

    @Test
    void personWhoSaysNo_inOneSession_hasSaidItThereOnly() {
        Identity elsewhere = Identity.of("acme", "ada", "session-2");
        server.issued.deniesWith = "access_denied";
        try (Embedding process = new Embedding(server, folder)) {
            process.start(elsewhere, "write");
            RunResult own = process.start(ADA, "write");

            process.complete(ADA, AuthorizationServer.visit(Embedding.address(only(process.pauses(ADA)))));

            assertThat(process.ended(ADA, own.runId()).state()).isEqualTo(RunState.FAILED);
            assertThat(process.pauses(elsewhere)).hasSize(1);
        }
    }

    @Test
    void answer_handedInByThirtyTwoAtOnce_makesTheCallOnce() {
        try (Embedding process = new Embedding(server, folder)) {
            RunResult parked = process.start(ADA, "write");
            ConsentAnswer answer = AuthorizationServer.visit(Embedding.address(only(process.pauses(ADA))));

            List<Integer> resolved = Crowd.of(32, number -> {
                try {
                    return process.complete(ADA, answer).resolved().size();
                } catch (OAuthException e) {
                    assertThat(e.code()).isEqualTo(OAuthException.CONSENT_BUSY);
                    return 0;
                }
            });

            assertThat(resolved.stream().mapToInt(Integer::intValue).sum()).isEqualTo(1);
            assertThat(process.ended(ADA, parked.runId()).state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(calls("/api/write")).isEqualTo(1);
        }
    }

    @Test
    void answer_ofAnybodyElse_movesNothing() {
        try (Embedding process = new Embedding(server, folder)) {
            process.start(ADA, "write");
            Pause pause = only(process.pauses(ADA));
            ConsentAnswer answer = AuthorizationServer.visit(Embedding.address(pause));

            for (Identity other : List.of(
                    Identity.of("other", "ada", "session-1"),
                    Identity.of("acme", "bob", "session-1"),
                    Identity.of("acme", "ada", "session-2"))) {
                assertThat(codeOf(() -> process.complete(other, answer))).isEqualTo(OAuthException.CONSENT_NOT_FOUND);
            }
            assertThat(only(process.pauses(ADA))).isEqualTo(pause);
            assertThat(calls("/api/write")).isZero();
        }
    }

    private static ErrorCode codeOf(Runnable action) {
        try {
            action.run();
            throw new AssertionError("it was not refused");
        } catch (HarborException e) {
            return e.code();
        }
    }

    @Test
    void processThatDies_afterTheTokensWereKept_letsTheSameAnswerGoOnInTheNext() {
        String runId;
        ConsentAnswer answer;
        try (Embedding first = new Embedding(server, folder)) {
            runId = first.start(ADA, "write").runId();
            answer = AuthorizationServer.visit(Embedding.address(only(first.pauses(ADA))));
            first.desk.client.complete(ADA, answer);
        }
        try (Embedding second = new Embedding(server, folder)) {
            assertThat(calls("/api/write")).isZero();

            assertThat(second.complete(ADA, answer).resolved()).hasSize(1);

            assertThat(second.ended(ADA, runId).state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(calls("/api/write")).isEqualTo(1);
            assertThat(server.asksForTokens()).isEqualTo(1);
        }
    }

    @Test
    void processThatDies_betweenAnExchangeAndItsEnd_letsThePersonTryAgain() {
        String runId;
        ConsentAnswer again;
        try (Embedding first = new Embedding(server, folder)) {
            runId = first.start(ADA, "write").runId();
            Pause pause = only(first.pauses(ADA));
            ConsentAnswer lost = AuthorizationServer.visit(Embedding.address(pause));
            server.changed.put("/token", says -> {
                throw new IllegalStateException("the process that asked is gone");
            });
            assertThat(codeOf(() -> first.complete(ADA, lost))).isEqualTo(OAuthException.EXCHANGE_FAILED);
            server.changed.clear();
            again = AuthorizationServer.visit(Embedding.address(pause));
        }
        try (Embedding second = new Embedding(server, folder)) {
            second.complete(ADA, again);
            assertThat(second.ended(ADA, runId).state()).isEqualTo(RunState.SUCCEEDED);
        }
    }

    @Test
    void tokenThatEndsEarly_isRenewedAfterTheRefusal_andTheCallIsMadeOnceMore() {
        try (Embedding process = new Embedding(server, folder)) {
            process.desk.consent(ADA);
            server.issued.revokeAccess();

            assertThat(process.start(ADA, "read").state()).isEqualTo(RunState.SUCCEEDED);

            assertThat(calls("/api/read")).isEqualTo(2);
            assertThat(server.asksForTokens()).isEqualTo(2);
        }
    }

    @Test
    void toolWithoutScopes_waitsToo_whenItsTokenIsMissing() {
        try (Embedding process = new Embedding(server, folder)) {
            RunResult parked = process.start(ADA, "bare");
            assertThat(parked.reason()).isEqualTo("pause:external_event");
            assertThat(calls("/api/write")).isZero();

            process.complete(ADA, AuthorizationServer.visit(Embedding.address(only(process.pauses(ADA)))));

            assertThat(process.ended(ADA, parked.runId()).state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(calls("/api/write")).isEqualTo(1);
        }
    }

    @Test
    void callOutsideARun_waitsAndGoesOn() {
        try (Embedding process = new Embedding(server, folder)) {
            ToolOutcome<Json> outcome = process.runtime.as(ADA).call("write", Json.EMPTY_OBJECT);
            assertThat(outcome).isInstanceOf(ToolOutcome.Paused.class);
            Pause pause = only(process.pauses(ADA));

            process.complete(ADA, AuthorizationServer.visit(Embedding.address(pause)));

            assertThat(process.ended(ADA, pause.runId()).state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(calls("/api/write")).isEqualTo(1);
        }
    }

    @Test
    void authorizationServerThatIsDown_failsTheCall_andParksNothing() {
        server.changed.put("/.well-known/oauth-authorization-server", says -> Says.text(503, "down"));
        try (Embedding process = new Embedding(server, folder)) {
            RunResult ended = process.start(ADA, "write");

            assertThat(ended.state()).isEqualTo(RunState.FAILED);
            assertThat(ended.toString() + ended.trajectory()).contains("can't be asked for at the moment");
            assertThat(process.pauses(ADA)).isEmpty();
        }
    }

    @Test
    void pauseResolvedByHandWithoutAConsent_isAskedForAgain() {
        try (Embedding process = new Embedding(server, folder)) {
            RunResult parked = process.start(ADA, "write");
            Pause pause = only(process.pauses(ADA));

            process.runtime
                    .as(ADA)
                    .resolvePause(parked.tokens().get(0), Resolution.resume("ada", Json.NULL))
                    .run()
                    .await(Embedding.PATIENCE);

            assertThat(only(process.pauses(ADA)).id()).isNotEqualTo(pause.id());
            assertThat(calls("/api/write")).isZero();
        }
    }

    @Test
    void secrets_standInNoEvent_noLogLine_noRecord_andNoPage() throws IOException {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        var root = (ch.qos.logback.classic.Logger) LoggerFactory.getLogger("ROOT");
        log.start();
        root.addAppender(log);
        StringBuilder seen = new StringBuilder();
        try (Embedding process = new Embedding(server, folder)) {
            RunResult parked = process.start(ADA, "write");
            Pause pause = only(process.pauses(ADA));
            server.changed.put("/token", says -> Says.json(400, java.util.Map.of("error", says.body())));
            codeOf(() -> process.complete(ADA, AuthorizationServer.visit(Embedding.address(pause))));
            server.changed.clear();
            process.complete(ADA, AuthorizationServer.visit(Embedding.address(pause)));
            seen.append(pause).append(process.ended(ADA, parked.runId()));
            server.issued.revokeAccess();
            seen.append(process.start(ADA, "read").trajectory());
            seen.append(process.events.events());
        } finally {
            root.detachAppender(log);
        }
        log.list.forEach(line -> seen.append(line.getFormattedMessage()).append(line.getThrowableProxy()));
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.filter(each -> !each.toString().contains(".lock")).toList()) {
                seen.append(Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        String verifier = server.asked("/token").get(0).form().get("code_verifier");
        assertThat(seen.length()).isGreaterThan(10_000);
        assertThat(seen.toString()).contains("code_challenge").doesNotContain("5ecret", "s3cret-of-client", verifier);
    }
}
