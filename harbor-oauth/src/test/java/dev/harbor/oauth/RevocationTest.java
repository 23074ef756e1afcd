package dev.harbor.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.harbor.access.ConsentRequired;
import dev.harbor.access.TokenStore;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import dev.harbor.seal.SealingKeys;
import dev.harbor.testkit.Gate;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Tokens that are taken away, alone or with everything else of their owner: gone here whatever the server does, and at the server. */
@Timeout(60)
final class RevocationTest {

    private static final Identity ADA = Desk.ADA;
    private static final Identity BOB = Identity.of("acme", "bob", "session-1");
    private static final Identity OTHER = Identity.of("other", "ada", "session-1");

    private final AuthorizationServer server = AuthorizationServer.start();

    @TempDir
    Path folder;

    @AfterEach
    void stop() {
        server.close();
    }

    private static void assertGone(Desk desk, Identity who) {
        assertThatThrownBy(() -> desk.token(who)).isInstanceOf(ConsentRequired.class);
    }

    private List<Asked> revocations() {
        return server.asked("/revoke");
    }

    @Test
    void token_thatIsRevoked_isGoneHere_andAtTheServer() {
        try (Desk desk = Desk.of(server)) {
            desk.consent(ADA);
            String access = desk.token(ADA);

            assertThat(desk.client.revoke("calendar", Identity.of("acme", "ada", "session-2")))
                    .isEqualTo(Revocation.REVOKED);

            assertGone(desk, ADA);
            assertThat(server.issued.isGood(access)).isFalse();
            assertThat(server.issued.alive()).isZero();
            assertThat(revocations())
                    .hasSize(2)
                    .allSatisfy(
                            asked -> assertThat(asked.header("Authorization")).startsWith("Basic "));
            assertThat(revocations())
                    .extracting(asked -> asked.form().get("token_type_hint"))
                    .containsExactly("refresh_token", "access_token");
        }
    }

    @Test
    void tokenOfSomebodyElse_staysAsItIs() {
        try (Desk desk = Desk.of(server)) {
            desk.consent(ADA);
            desk.consent(BOB);
            desk.consent(OTHER);

            desk.client.revoke("calendar", ADA);

            assertThat(server.issued.isGood(desk.token(BOB))).isTrue();
            assertThat(server.issued.isGood(desk.token(OTHER))).isTrue();
        }
    }

    @Test
    void token_thatIsNotThere_isRevokedNowhere() {
        try (Desk desk = Desk.of(server)) {
            assertThat(desk.client.revoke("calendar", ADA)).isEqualTo(Revocation.NONE_THERE);
            assertThat(server.asked).isEmpty();
        }
    }

    @Test
    void server_thatFailsOrIsGone_keepsNoTokenHere_andIsRepeatedInNoLog() {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        var root = (ch.qos.logback.classic.Logger) LoggerFactory.getLogger("ROOT");
        log.start();
        root.addAppender(log);
        try (Desk desk = Desk.of(server)) {
            for (Says says : List.of(Says.text(503, "busy"), Says.error(400, "invalid_request"))) {
                desk.consent(ADA);
                server.changed.put("/revoke", answer -> says);
                assertThat(desk.client.revoke("calendar", ADA)).isEqualTo(Revocation.NOT_TOLD);
                assertGone(desk, ADA);
            }
            desk.consent(ADA);
            server.close();
            assertThat(desk.client.revoke("calendar", ADA)).isEqualTo(Revocation.NOT_TOLD);
            assertThat(desk.client.scopes().scopes(ADA)).isEmpty();
        } finally {
            root.detachAppender(log);
        }
        assertThat(log.list).hasSizeGreaterThanOrEqualTo(3);
        assertThat(log.list.toString()).doesNotContain("5ecret", "s3cret-of-client");
    }

    private static boolean isRefresh(Asked asked) {
        return "refresh_token".equals(asked.form().get("token_type_hint"));
    }

    private Revocation revokedWhere(Desk desk, Says ofRefresh, Says ofAccess) {
        desk.consent(ADA);
        server.changed.put("/revoke", says -> isRefresh(lastOf(revocations())) ? ofRefresh : ofAccess);
        int before = revocations().size();
        Revocation revocation = desk.client.revoke("calendar", ADA);
        assertThat(revocations()).as("each token is named").hasSize(before + 2);
        return revocation;
    }

    private static Asked lastOf(List<Asked> asked) {
        return asked.get(asked.size() - 1);
    }

    @Test
    void token_countsAsRevoked_ifItsRefreshTokenWas_andTheAccessTokenIsNamedWhateverCameOfThat() {
        Says done = Says.text(200, "");
        Says unsupported = Says.error(400, "unsupported_token_type");
        Says down = Says.text(503, "busy");
        try (Desk desk = Desk.of(server)) {
            assertThat(revokedWhere(desk, done, done)).isEqualTo(Revocation.REVOKED);
            assertThat(revokedWhere(desk, done, unsupported)).isEqualTo(Revocation.REVOKED);
            assertThat(revokedWhere(desk, done, down)).isEqualTo(Revocation.REVOKED);
            assertThat(revokedWhere(desk, unsupported, done)).isEqualTo(Revocation.NOT_OFFERED);
            assertThat(revokedWhere(desk, unsupported, down)).isEqualTo(Revocation.NOT_TOLD);
            assertThat(revokedWhere(desk, down, done)).isEqualTo(Revocation.NOT_TOLD);
        }
    }

    @Test
    void token_thatHasNoRefreshToken_isRevokedAsItIs() {
        server.issued.givesRefreshTokens = false;
        try (Desk desk = Desk.of(server)) {
            desk.consent(ADA);
            assertThat(desk.client.revoke("calendar", ADA)).isEqualTo(Revocation.REVOKED);
            assertThat(revocations()).hasSize(1);

            desk.consent(ADA);
            server.changed.put("/revoke", says -> Says.error(400, "unsupported_token_type"));
            assertThat(desk.client.revoke("calendar", ADA)).isEqualTo(Revocation.NOT_OFFERED);
        }
    }

    @Test
    void server_thatRevokesNothing_isNotAsked() {
        server.metadata.remove("revocation_endpoint");
        try (Desk desk = Desk.of(server)) {
            desk.consent(ADA);

            assertThat(desk.client.revoke("calendar", ADA)).isEqualTo(Revocation.NOT_OFFERED);

            assertGone(desk, ADA);
            assertThat(revocations()).isEmpty();
        }
    }

    @Test
    void endpoint_thatIsConfigured_isUsed_whereTheServerSaysNothing() {
        OAuthProvider provider = Desk.calendar(server)
                .endpoints(java.net.URI.create(server.at("/authorize")), java.net.URI.create(server.at("/token")))
                .revocationEndpoint(java.net.URI.create(server.at("/revoke")))
                .build();
        server.metadata.put("authorization_response_iss_parameter_supported", false);
        try (Desk desk = new Desk(server, TokenStore.inMemory(), builder -> builder.provider(provider))) {
            desk.consent(ADA);

            assertThat(desk.client.revoke("calendar", ADA)).isEqualTo(Revocation.REVOKED);
            assertThat(server.issued.alive()).isZero();
        }
    }

    @Test
    void token_thatIsRevokedWhileItIsRenewed_doesNotLiveOnUnderItsNewName() {
        Gate answering = Gate.closed();
        try (Desk desk = Desk.of(server)) {
            desk.consent(ADA);
            desk.clock.advance(Duration.ofHours(1));
            server.changed.put("/token", says -> {
                answering.passUninterruptibly();
                return says;
            });
            var renewing = Crowd.one(() -> {
                try {
                    return desk.token(ADA);
                } catch (ConsentRequired e) {
                    return "nothing";
                }
            });
            answering.awaitHeld(1);

            desk.client.revoke("calendar", ADA);
            answering.open();

            assertThat(renewing.result()).isEqualTo("nothing");
            assertGone(desk, ADA);
            assertThat(server.issued.alive()).isZero();
        }
    }

    private void assertErasedWhileExchanged(Consumer<Desk> erasing) {
        Gate answering = Gate.closed();
        try (Desk desk = Desk.of(server)) {
            ConsentAnswer answer = AuthorizationServer.visit(Desk.address(desk.client.begin("calendar", ADA)));
            server.changed.put("/token", says -> {
                answering.passUninterruptibly();
                return says;
            });
            var completing = Crowd.one(() -> {
                try {
                    return desk.client.complete(ADA, answer).toString();
                } catch (OAuthException e) {
                    return e.code().toString();
                }
            });
            answering.awaitHeld(1);

            erasing.accept(desk);
            answering.open();

            assertThat(completing.result()).isEqualTo(OAuthException.CONSENT_NOT_FOUND.toString());
            assertThat(desk.store.keys("acme", null, null, 10)).isEmpty();
            assertThat(server.issued.alive()).isZero();
        }
    }

    @Test
    void consent_whoseUserIsErasedWhileItIsExchanged_leavesNoToken_hereOrAtTheServer() {
        assertErasedWhileExchanged(desk -> desk.client.consents().erase("acme", "ada", null));
    }

    @Test
    void consent_whoseSessionIsErasedWhileItIsExchanged_leavesNoToken_hereOrAtTheServer() {
        assertErasedWhileExchanged(desk -> desk.client.consents().erase("acme", "ada", ADA.session()));
    }

    @Test
    void consent_thatIsCompletedWhileItsUserIsErased_leavesNoTokenAtTheServer() {
        UnsteadyTokens store = new UnsteadyTokens();
        OAuthProvider provider = Desk.calendar(server).build();
        try (Desk desk = new Desk(server, store, builder -> builder.provider(provider))) {
            ConsentAnswer answer = AuthorizationServer.visit(Desk.address(desk.client.begin("calendar", ADA)));
            store.beforeErasure = () -> assertThatThrownBy(() -> desk.client.complete(ADA, answer))
                    .isInstanceOfSatisfying(
                            OAuthException.class,
                            e -> assertThat(e.code()).isEqualTo(OAuthException.CONSENT_NOT_FOUND));

            assertThat(desk.client.consents().erase("acme", "ada", null)).isEqualTo(1);

            assertThat(server.issued.alive()).isZero();
        }
    }

    @Test
    void erasure_whileTheStoreFails_isThrown_andTakesTheRestWhenItIsAskedAgain() {
        UnsteadyTokens store = new UnsteadyTokens();
        OAuthProvider provider = Desk.calendar(server).build();
        try (Desk desk = new Desk(server, store, builder -> builder.provider(provider))) {
            desk.consent(ADA);
            store.fails = true;

            for (String session : new String[] {ADA.session(), null}) {
                assertThatThrownBy(() -> desk.client.consents().erase("acme", "ada", session))
                        .isInstanceOfSatisfying(
                                StoreException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_FAILED));
            }

            assertThat(store.keys("acme", "ada", null, 10))
                    .as("nothing goes that is not revoked")
                    .hasSize(2);
            assertThat(server.issued.alive()).isEqualTo(2);

            store.fails = false;
            assertThat(desk.client.consents().erase("acme", "ada", null)).isEqualTo(2);
            assertThat(server.issued.alive()).isZero();
        }
    }

    @Test
    void erasureOfASession_leavesWhatCanNotBeOpenedAnyMore_untilItExpires() {
        TokenStore store = TokenStore.inMemory();
        OAuthProvider provider = Desk.calendar(server).build();
        new Desk(server, store, builder -> builder.provider(provider)).client.begin("calendar", ADA);
        OAuthClient other = OAuthClient.builder(SealingKeys.of("k9", Desk.filled(9)), store)
                .provider(provider)
                .allowLoopback()
                .build();

        assertThat(other.consents().erase("acme", "ada", ADA.session())).isZero();

        TokenStore.Key left = store.keys("acme", "ada", null, 10).get(0);
        assertThat(store.find(left).orElseThrow().expiresAt()).isNotNull();
        other.close();
    }

    @Test
    void erasureOfAUser_takesTheTokens_hereAndAtTheServer_andNobodyElses() {
        try (Embedding process = new Embedding(server, folder)) {
            Desk desk = process.desk;
            desk.consent(ADA);
            desk.consent(BOB);
            desk.client.begin("calendar", ADA);

            assertThat(process.runtime.operator().eraseUser("acme", "ada").grants())
                    .isEqualTo(3);

            assertGone(desk, ADA);
            assertThat(server.issued.isGood(desk.token(BOB))).isTrue();
            assertThat(server.issued.alive()).as("of bob alone").isEqualTo(2);
            assertThat(desk.store.keys("acme", "ada", null, 10))
                    .as("what is asked for since")
                    .hasSize(1);
        }
    }

    @Test
    void erasureOfATenant_takesWhatItShares_andItsServiceTokens() {
        OAuthProvider service = OAuthProvider.builder("reports")
                .issuer(server.issuer())
                .client(ClientRegistration.secretBasic("harbor-1", "CALENDAR_SECRET"))
                .clientCredentials()
                .scope("reports.read")
                .build();
        try (Desk desk = new Desk(
                server,
                TokenStore.inMemory(),
                builder -> builder.provider(service)
                        .provider(Desk.calendar(server).sharedByTenant().build()))) {
            for (Identity admin : List.of(ADA, OTHER)) {
                ConsentAnswer answer = AuthorizationServer.visit(
                        Desk.address(desk.client.operator().begin("calendar", admin)));
                desk.client.operator().complete(admin, answer);
                desk.client.credentials().find("reports", admin).orElseThrow();
            }

            desk.client.consents().erase("acme", null, null);

            assertThat(desk.store.keys("acme", null, null, 10)).isEmpty();
            assertThat(server.issued.alive()).as("of the other tenant alone").isEqualTo(3);
            assertThat(server.issued.isGood(desk.token(OTHER))).isTrue();
        }
    }

    @Test
    void erasureOfASession_takesItsConsentsUnderWay_andNoToken() {
        Identity elsewhere = Identity.of("acme", "ada", "session-2");
        try (Embedding process = new Embedding(server, folder)) {
            Desk desk = process.desk;
            desk.consent(elsewhere);
            ConsentAnswer gone = AuthorizationServer.visit(Desk.address(desk.client.begin("calendar", ADA)));
            ConsentAnswer stays = AuthorizationServer.visit(Desk.address(desk.client.begin("calendar", elsewhere)));

            assertThat(process.runtime.operator().eraseSession(ADA).grants()).isEqualTo(1);

            assertThatThrownBy(() -> desk.client.complete(ADA, gone))
                    .isInstanceOfSatisfying(
                            OAuthException.class,
                            e -> assertThat(e.code()).isEqualTo(OAuthException.CONSENT_NOT_FOUND));
            assertThat(server.issued.isGood(desk.token(ADA))).isTrue();
            assertThat(desk.client.complete(elsewhere, stays).kind()).isEqualTo(ConsentOutcome.Kind.GRANTED);
        }
    }

    @Test
    void erasure_ofWhatCanNotBeOpenedAnyMore_removesItAllTheSame() {
        TokenStore store = TokenStore.inMemory();
        new Desk(
                        server,
                        store,
                        builder -> builder.provider(Desk.calendar(server).build()))
                .consent(ADA);
        SealingKeys lost = SealingKeys.of("k9", Desk.filled(9));
        OAuthClient other = OAuthClient.builder(lost, store)
                .provider(Desk.calendar(server).build())
                .allowLoopback()
                .build();

        assertThat(other.consents().erase("acme", "ada", null)).isPositive();

        assertThat(store.keys("acme", null, null, 10)).isEmpty();
        assertThatThrownBy(() -> other.revoke("mail", ADA)).isInstanceOf(IllegalArgumentException.class);
        other.close();
        assertThatThrownBy(() -> other.revoke("calendar", ADA))
                .isInstanceOfSatisfying(
                        dev.harbor.error.HarborException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.CLOSED));
    }
}
