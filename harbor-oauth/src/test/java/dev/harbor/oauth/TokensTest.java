package dev.harbor.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.access.ConsentRequired;
import dev.harbor.access.CredentialProvider;
import dev.harbor.access.Secret;
import dev.harbor.access.TokenStore;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import dev.harbor.seal.SealingKeys;
import dev.harbor.store.jdbc.JdbcTokenStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tokens of people: kept, renewed once, never somebody else's. */
final class TokensTest {

    private static final Identity ADA = Desk.ADA;
    private static final Identity ADA_OF_OTHER = Identity.of("other", "ada", "session-1");
    private static final Duration LIFE = Duration.ofHours(1);

    private final AuthorizationServer server = AuthorizationServer.start();

    @TempDir
    Path folder;

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void token_thatHasNotExpired_isReturned_withoutANetworkCall() {
        try (Desk desk = Desk.of(server)) {
            desk.consent(ADA);
            int before = server.asked.size();

            String token = desk.token(ADA);
            desk.clock.advance(LIFE.minusSeconds(31));

            assertThat(desk.token(ADA)).isEqualTo(token);
            assertThat(server.asked).hasSize(before);
        }
    }

    @Test
    void token_thirtySecondsBeforeItsEnd_isRenewed_andTheRefreshTokenRotates() {
        try (Desk desk = Desk.of(server)) {
            desk.consent(ADA);
            String first = desk.token(ADA);

            desk.clock.advance(LIFE.minusSeconds(30));
            String second = desk.token(ADA);
            desk.clock.advance(LIFE);
            String third = desk.token(ADA);

            assertThat(Set.of(first, second, third)).hasSize(3);
            assertThat(server.issued.isGood(third)).isTrue();
            assertThat(server.asksForTokens()).isEqualTo(3);
        }
    }

    @Test
    void token_withoutALifetime_neverExpires() {
        server.issued.lifeSeconds = 0;
        try (Desk desk = Desk.of(server)) {
            desk.consent(ADA);
            String token = desk.token(ADA);

            desk.clock.advance(Duration.ofDays(1000));

            assertThat(desk.token(ADA)).isEqualTo(token);
            assertThat(server.asksForTokens()).isEqualTo(1);
        }
    }

    @Test
    void expiredToken_askedForByAHundred_isRenewedOnce() {
        try (Desk desk = Desk.of(server)) {
            desk.consent(ADA);
            desk.clock.advance(LIFE);

            List<String> tokens = Crowd.of(100, number -> desk.token(ADA));

            assertThat(new HashSet<>(tokens)).hasSize(1);
            assertThat(server.asksForTokens()).isEqualTo(2);
        }
    }

    @Test
    void expiredToken_inAStoreOfTwoProcesses_isRenewedOnce() {
        Path file = folder.resolve("tokens.db");
        try (Desk one = desk(file);
                Desk two = desk(file)) {
            one.consent(ADA);
            one.clock.advance(LIFE);
            two.clock.advance(LIFE);

            server.issued.open.drainPermits();
            List<Crowd.One<String>> asking = new ArrayList<>();
            for (int i = 0; i < 32; i++) {
                Desk process = i % 2 == 0 ? one : two;
                asking.add(Crowd.one(() -> process.token(ADA)));
            }
            Awaitility.await()
                    .until(() -> asking.stream().filter(Crowd.One::isWaiting).count() >= 31);
            server.issued.open.release(1000);
            List<String> tokens = asking.stream().map(Crowd.One::result).toList();

            assertThat(new HashSet<>(tokens)).hasSize(1);
            assertThat(server.asksForTokens()).isEqualTo(2);
            assertThat(server.issued.isGood(tokens.get(0))).isTrue();
        }
    }

    private Desk desk(Path file) {
        return new Desk(
                server,
                JdbcTokenStore.sqlite(file),
                builder -> builder.provider(Desk.calendar(server).build()));
    }

    @Test
    void renewal_thatSomebodyElseHasBegunAndNotEnded_isDoneAgain_whenItsTimeIsOver() {
        try (Desk desk = Desk.of(server)) {
            desk.consent(ADA);
            desk.clock.advance(LIFE);
            TokenStore.Key key = TokenStore.Key.of(ADA, "provider:calendar");
            Vault vault = new Vault(desk.store, Desk.KEYS);
            Vault.Opened opened = vault.find(key).orElseThrow();
            StoredToken token = StoredToken.of(opened.content());
            StoredToken begun = token.renewedUntil(desk.clock.instant().plusSeconds(40));
            vault.replace(key, opened, begun.toJson(), null).orElseThrow();

            var waiting = Crowd.one(() -> desk.token(ADA));
            Awaitility.await().until(waiting::isWaiting);
            assertThat(server.asksForTokens()).isEqualTo(1);
            desk.clock.advance(Duration.ofSeconds(40));

            assertThat(server.issued.isGood(waiting.result())).isTrue();
        }
    }

    @Test
    void twoTenants_withTheSameUser_renewEachTheirOwn() {
        try (Desk desk = Desk.of(server)) {
            server.issued.person = "ada of acme";
            desk.consent(ADA);
            server.issued.person = "ada of other";
            desk.consent(ADA_OF_OTHER);
            desk.clock.advance(LIFE);

            List<String> whose = Crowd.of(64, number -> {
                Identity who = number % 2 == 0 ? ADA : ADA_OF_OTHER;
                return who.tenant() + " " + server.issued.whose(desk.token(who));
            });

            assertThat(new HashSet<>(whose)).containsExactlyInAnyOrder("acme ada of acme", "other ada of other");
            assertThat(server.asksForTokens()).isEqualTo(4);
        }
    }

    @Test
    void otherSession_ofTheSameUser_usesTheSameToken_andOtherUsersNone() {
        try (Desk desk = Desk.of(server)) {
            desk.consent(ADA);

            assertThat(desk.token(Identity.of("acme", "ada", "session-2"))).isEqualTo(desk.token(ADA));
            for (Identity other : List.of(ADA_OF_OTHER, Identity.of("acme", "bob", "session-1"))) {
                assertThatThrownBy(() -> desk.token(other)).isInstanceOf(ConsentRequired.class);
            }
        }
    }

    @Test
    void refreshToken_thatTheServerTakesNoMore_isForgotten_andAConsentIsAskedFor() {
        try (Desk desk = Desk.of(server)) {
            desk.consent(ADA);
            server.issued.revokeAll();
            desk.clock.advance(LIFE);

            assertThatThrownBy(() -> desk.token(ADA)).isInstanceOf(ConsentRequired.class);
            assertThat(desk.client.scopes().scopes(ADA)).isEmpty();
            desk.consent(ADA);
            assertThat(server.issued.isGood(desk.token(ADA))).isTrue();
        }
    }

    @Test
    void serverThatFails_isLoud_andTheTokenStays() {
        try (Desk desk = Desk.of(server)) {
            desk.consent(ADA);
            desk.clock.advance(LIFE);
            server.changed.put("/token", says -> Says.text(503, "busy"));

            assertThatThrownBy(() -> desk.token(ADA))
                    .isInstanceOfSatisfying(
                            OAuthException.class, e -> assertThat(e.code()).isEqualTo(OAuthException.UNAVAILABLE));
            server.changed.clear();
            server.issued.revokeAccess();

            assertThat(server.asksForTokens()).isEqualTo(2);
            assertThatThrownBy(() -> desk.token(ADA)).isInstanceOf(ConsentRequired.class);
        }
    }

    @Test
    void serverThatFails_whileTheTokenStillHolds_costsNothing() {
        try (Desk desk = Desk.of(server)) {
            desk.consent(ADA);
            String token = desk.token(ADA);
            desk.clock.advance(LIFE.minusSeconds(20));
            server.changed.put("/token", says -> Says.text(503, "busy"));

            assertThat(desk.token(ADA)).isEqualTo(token);
        }
    }

    @Test
    void refusedToken_isRenewedOnce_andWhoComesLaterGetsTheNewOne() {
        try (Desk desk = Desk.of(server)) {
            desk.consent(ADA);
            CredentialProvider credentials = desk.client.credentials();
            Secret refused = credentials.find("calendar", ADA).orElseThrow();
            server.issued.revokeAccess();

            List<Boolean> renewed = Crowd.of(16, number -> credentials.renew("calendar", ADA, refused));

            assertThat(renewed).containsOnly(true);
            assertThat(server.asksForTokens()).isEqualTo(2);
            assertThat(server.issued.isGood(desk.token(ADA))).isTrue();
            server.issued.revokeAll();
            assertThat(credentials.renew(
                            "calendar", ADA, credentials.find("calendar", ADA).orElseThrow()))
                    .isFalse();
        }
    }

    @Test
    void forgottenToken_isGone_andForgettingAgainFindsNone() {
        try (Desk desk = Desk.of(server)) {
            desk.consent(ADA);

            assertThat(desk.client.forget("calendar", ADA)).isTrue();
            assertThat(desk.client.forget("calendar", ADA)).isFalse();
            assertThatThrownBy(() -> desk.token(ADA)).isInstanceOf(ConsentRequired.class);
        }
    }

    @Test
    void store_atRest_holdsNoTokenInTheClear_andOpensForNobodyElse() throws Exception {
        Path file = folder.resolve("tokens.db");
        String token;
        try (Desk desk = desk(file)) {
            desk.consent(ADA);
            token = desk.token(ADA);
            TokenStore.Key ada = TokenStore.Key.of(ADA, "provider:calendar");
            TokenStore.Key other = TokenStore.Key.of(ADA_OF_OTHER, "provider:calendar");
            desk.store.replace(other, null, desk.store.find(ada).orElseThrow());

            assertThatThrownBy(() -> desk.token(ADA_OF_OTHER))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SEAL_BROKEN));
        }
        String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
        assertThat(bytes).contains("provider:calendar").doesNotContain(token, "5ecret", "s3cret-of-client");
    }

    @Test
    void keys_thatRotate_openWhatWasSealedBefore_andOthersDoNot() {
        TokenStore store = TokenStore.inMemory();
        Desk desk = new Desk(
                server, store, builder -> builder.provider(Desk.calendar(server).build()));
        desk.consent(ADA);
        String token = desk.token(ADA);
        SealingKeys rotated = SealingKeys.of("k2", Desk.filled(2)).retired("k1", Desk.filled(1));
        SealingKeys strange = SealingKeys.of("k1", Desk.filled(3));

        assertThat(client(rotated, desk).credentials().find("calendar", ADA)).contains(Secret.of(token));
        assertThatThrownBy(() -> client(strange, desk).credentials().find("calendar", ADA))
                .isInstanceOf(StoreException.class)
                .hasMessageNotContaining(token);
        desk.close();
    }

    private OAuthClient client(SealingKeys keys, Desk desk) {
        return OAuthClient.builder(keys, desk.store)
                .provider(Desk.calendar(server).build())
                .clock(desk.clock)
                .allowLoopback()
                .build();
    }

    @Test
    void closedClient_refusesEverything() {
        Desk desk = Desk.of(server);
        desk.consent(ADA);
        desk.close();
        desk.close();

        for (Runnable use : List.<Runnable>of(
                () -> desk.token(ADA),
                () -> desk.client.begin("calendar", ADA),
                () -> desk.client.scopes().scopes(ADA),
                () -> desk.client.forget("calendar", ADA),
                () -> desk.client.complete(ADA, ConsentAnswer.parse("state=s&code=c")))) {
            assertThatThrownBy(use::run)
                    .isInstanceOfSatisfying(
                            HarborException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CLOSED));
        }
    }
}
