package dev.harbor.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.access.ConsentRequired;
import dev.harbor.error.ConfigurationException;
import dev.harbor.identity.Identity;
import dev.harbor.pause.Pause;
import dev.harbor.run.RunState;
import dev.harbor.runtime.RunResult;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One token that serves a whole tenant: an administrator decides about it, everybody in the tenant uses it, and nobody else does. */
final class SharedTokenTest {

    private static final Identity ADMIN = Identity.of("acme", "root", "console");
    private static final Identity ADA = Desk.ADA;
    private static final Identity BOB = Identity.of("acme", "bob", "session-7");
    private static final Identity STRANGER = Identity.of("other", "ada", "session-1");

    private final AuthorizationServer server = AuthorizationServer.start();

    @TempDir
    Path folder;

    @AfterEach
    void stop() {
        server.close();
    }

    private Embedding process() {
        return new Embedding(
                server, folder, Desk.calendar(server).sharedByTenant().build());
    }

    private static ConsentAnswer visit(Embedding process, Identity admin) {
        return AuthorizationServer.visit(
                Desk.address(process.desk.client.operator().begin("calendar", admin)));
    }

    private static void assertAdminRequired(Runnable use) {
        assertThatThrownBy(use::run)
                .isInstanceOfSatisfying(
                        OAuthException.class, e -> assertThat(e.code()).isEqualTo(OAuthException.ADMIN_REQUIRED));
    }

    @Test
    void whoIsNoAdministrator_canNeitherBegin_norComplete_norTakeItAway() {
        try (Embedding process = process()) {
            OAuthClient client = process.desk.client;
            ConsentAnswer answer = visit(process, ADMIN);

            assertAdminRequired(() -> client.begin("calendar", ADA));
            assertAdminRequired(() -> client.complete(ADMIN, answer));
            assertAdminRequired(() -> process.complete(ADMIN, answer));
            assertThatThrownBy(() -> client.operator().complete(ADA, answer))
                    .isInstanceOfSatisfying(
                            OAuthException.class,
                            e -> assertThat(e.code()).isEqualTo(OAuthException.CONSENT_NOT_FOUND));
            assertThat(server.asksForTokens()).isZero();

            assertThat(client.operator().complete(ADMIN, answer).kind()).isEqualTo(ConsentOutcome.Kind.GRANTED);
            assertAdminRequired(() -> client.forget("calendar", ADMIN));
            assertAdminRequired(() -> client.revoke("calendar", ADMIN));
            assertThat(server.issued.isGood(process.desk.token(ADA))).isTrue();
        }
    }

    @Test
    void callsOfEverybodyInTheTenant_waitWithoutAnAddress_andGoOnWithOneConsent() {
        try (Embedding process = process()) {
            RunResult ofAda = process.start(ADA, "write");
            RunResult ofBob = process.start(BOB, "read");
            RunResult ofStranger = process.start(STRANGER, "write");
            for (Identity who : List.of(ADA, BOB, STRANGER)) {
                Pause pause = process.pauses(who).get(0);
                assertThat(pause.message()).startsWith("an administrator has to grant");
                assertThat(pause.payload().toString()).doesNotContain("http", "consent_url", "state");
            }

            ConsentCallback callback = process.desk.client.operator().callback(process.runtime);
            assertThat(callback.complete(ADMIN, visit(process, ADMIN)).resolved())
                    .hasSize(2);

            assertThat(process.ended(ADA, ofAda.runId()).state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(process.ended(BOB, ofBob.runId()).state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(process.pauses(STRANGER).get(0).runId()).isEqualTo(ofStranger.runId());
            assertThat(process.desk.token(ADA)).isEqualTo(process.desk.token(BOB));
            assertThatThrownBy(() -> process.desk.token(STRANGER)).isInstanceOf(ConsentRequired.class);
            assertThat(process.desk.client.scopes().scopes(BOB)).hasSize(2);
            assertThat(server.asksForTokens()).isEqualTo(1);
        }
    }

    @Test
    void administratorWhoTakesItAway_takesItFromEverybodyInTheTenant() {
        try (Embedding process = process()) {
            OAuthOperator operator = process.desk.client.operator();
            operator.complete(ADMIN, visit(process, ADMIN));
            Identity otherAdmin = Identity.of("other", "root", "console");
            operator.complete(otherAdmin, visit(process, otherAdmin));

            assertThat(operator.revoke("calendar", ADMIN)).isEqualTo(Revocation.REVOKED);

            assertThatThrownBy(() -> process.desk.token(BOB)).isInstanceOf(ConsentRequired.class);
            assertThat(server.issued.isGood(process.desk.token(STRANGER))).isTrue();
            assertThat(operator.revoke("calendar", ADMIN)).isEqualTo(Revocation.NONE_THERE);
        }
    }

    @Test
    void administratorOfOneTenant_changesNothingInAnother() {
        try (Embedding process = process()) {
            process.start(STRANGER, "write");
            ConsentCallback callback = process.desk.client.operator().callback(process.runtime);

            assertThat(callback.complete(ADMIN, visit(process, ADMIN)).resolved())
                    .isEmpty();
            assertThat(process.pauses(STRANGER)).hasSize(1);
        }
    }

    @Test
    void providerOfPeople_isNoneThatATenantShares_andNoneIsBoth() {
        try (Embedding process = new Embedding(server, folder)) {
            OAuthOperator operator = process.desk.client.operator();
            assertThatThrownBy(() -> operator.begin("calendar", ADMIN)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> operator.revoke("calendar", ADMIN)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> operator.begin("mail", ADMIN)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> Desk.calendar(server)
                        .sharedByTenant()
                        .clientCredentials()
                        .build())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("either");
    }

    @Test
    void administratorWhoConsentsForThemselves_letsNobodyElsesCallsGoOn() {
        try (Embedding process = new Embedding(server, folder)) {
            process.start(ADA, "write");
            RunResult own = process.start(ADMIN, "write");
            Pause pause = process.pauses(ADMIN).get(0);
            ConsentAnswer answer = AuthorizationServer.visit(Embedding.address(pause));

            assertThat(process.desk
                            .client
                            .operator()
                            .callback(process.runtime)
                            .complete(ADMIN, answer)
                            .resolved())
                    .containsExactly(pause.id());

            assertThat(process.ended(ADMIN, own.runId()).state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(process.pauses(ADA)).hasSize(1);
        }
    }
}
