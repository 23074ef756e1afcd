package dev.harbor.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.access.ConsentProvider.Consent;
import dev.harbor.error.ErrorCode;
import dev.harbor.identity.Identity;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Consents: begun, completed once, by the right person, from the right server. */
final class ConsentTest {

    private static final Identity ADA = Desk.ADA;

    private final AuthorizationServer server = AuthorizationServer.start();
    private final Desk desk = Desk.of(server);

    @AfterEach
    void stop() {
        desk.close();
        server.close();
    }

    private Consent begin() {
        return desk.client.begin("calendar", ADA);
    }

    private ErrorCode refusal(Identity who, ConsentAnswer answer) {
        try {
            return ErrorCode.of(
                    "NOT_REFUSED_" + desk.client.complete(who, answer).kind());
        } catch (OAuthException e) {
            return e.code();
        }
    }

    @Test
    void consent_fromBeginningToEnd_givesATokenWithTheScopes() {
        Consent consent = begin();
        ConsentOutcome outcome = desk.client.complete(ADA, AuthorizationServer.visit(Desk.address(consent)));

        assertThat(outcome.kind()).isEqualTo(ConsentOutcome.Kind.GRANTED);
        assertThat(outcome.granted()).containsExactlyInAnyOrder("read", "write");
        assertThat(outcome.consent())
                .isEqualTo(consent.payload().get("consent").orElseThrow().asString());
        assertThat(desk.client.scopes().scopes(ADA)).containsExactlyInAnyOrder("calendar.read", "calendar.write");
        assertThat(server.issued.isGood(desk.token(ADA))).isTrue();
    }

    @Test
    void address_hasAChallenge_andNeitherVerifierNorSecret() {
        Consent consent = begin();
        Map<String, String> query = Asked.parameters(Desk.address(consent).getRawQuery());
        AuthorizationServer.visit(Desk.address(consent));
        desk.client.complete(ADA, AuthorizationServer.visit(Desk.address(consent)));
        String verifier = server.asked("/token").get(0).form().get("code_verifier");

        assertThat(query.keySet())
                .containsExactlyInAnyOrder(
                        "response_type",
                        "client_id",
                        "redirect_uri",
                        "scope",
                        "state",
                        "code_challenge",
                        "code_challenge_method");
        assertThat(verifier).hasSize(64);
        assertThat(query.get("state")).hasSize(43);
        assertThat(consent.payload().toString() + consent.message()).doesNotContain(verifier, "s3cret-of-client");
    }

    @Test
    void states_ofManyConsents_areAllDifferent() {
        Set<String> states = new HashSet<>();
        Set<String> challenges = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            Map<String, String> query = Asked.parameters(Desk.address(begin()).getRawQuery());
            states.add(query.get("state"));
            challenges.add(query.get("code_challenge"));
        }
        assertThat(states).hasSize(100);
        assertThat(challenges).hasSize(100);
    }

    @Test
    void answer_ofAnybodyElse_isNotFound_andTheConsentIsStillThereForItsOwner() {
        ConsentAnswer answer = AuthorizationServer.visit(Desk.address(begin()));

        for (Identity other : List.of(
                Identity.of("other", "ada", "session-1"),
                Identity.of("acme", "bob", "session-1"),
                Identity.of("acme", "ada", "session-2"))) {
            assertThat(refusal(other, answer)).isEqualTo(OAuthException.CONSENT_NOT_FOUND);
            assertThatThrownBy(() -> desk.client.complete(other, answer))
                    .hasMessage("there is no such consent under way");
        }
        assertThat(server.asksForTokens()).isZero();
        assertThat(desk.client.complete(ADA, answer).kind()).isEqualTo(ConsentOutcome.Kind.GRANTED);
    }

    @Test
    void answer_withAStateThatNobodyGave_isNotFound() {
        begin();
        for (String query : List.of("", "state=&code=c", "state=guess&code=c", "code=c", "state=a&state=b&code=c")) {
            assertThat(refusal(ADA, ConsentAnswer.parse(query))).isEqualTo(OAuthException.CONSENT_NOT_FOUND);
        }
    }

    @Test
    void answer_withoutACode_fails_andTheConsentStays() {
        ConsentAnswer good = AuthorizationServer.visit(Desk.address(begin()));

        assertThat(refusal(ADA, new ConsentAnswer(good.state(), "", "", good.issuer())))
                .isEqualTo(OAuthException.EXCHANGE_FAILED);
        assertThat(refusal(ADA, new ConsentAnswer(good.state(), "wrong", "", good.issuer())))
                .isEqualTo(OAuthException.EXCHANGE_FAILED);
        assertThat(desk.client.complete(ADA, good).kind()).isEqualTo(ConsentOutcome.Kind.GRANTED);
    }

    @Test
    void exchange_thatTheServerFails_canBeTriedAgainAtTheSameAddress() {
        URI address = Desk.address(begin());
        server.changed.put("/token", says -> Says.text(500, "broken"));
        assertThat(refusal(ADA, AuthorizationServer.visit(address))).isEqualTo(OAuthException.EXCHANGE_FAILED);
        server.changed.put("/token", says -> Says.text(200, "no json"));
        assertThat(refusal(ADA, AuthorizationServer.visit(address))).isEqualTo(OAuthException.EXCHANGE_FAILED);
        server.changed.clear();

        assertThat(desk.client.complete(ADA, AuthorizationServer.visit(address)).kind())
                .isEqualTo(ConsentOutcome.Kind.GRANTED);
    }

    @Test
    void answer_fromAnotherServer_isRefused_andOneThatHidesItsNameToo() {
        ConsentAnswer good = AuthorizationServer.visit(Desk.address(begin()));
        for (String issuer : List.of(
                "",
                "https://evil.example",
                server.issuer() + "/",
                server.issuer().toUpperCase(java.util.Locale.ROOT))) {
            assertThat(refusal(ADA, new ConsentAnswer(good.state(), good.code(), "", issuer)))
                    .isEqualTo(OAuthException.WRONG_ISSUER);
        }
        assertThat(server.asksForTokens()).isZero();
        assertThat(desk.client.complete(ADA, good).kind()).isEqualTo(ConsentOutcome.Kind.GRANTED);
    }

    /** Somebody sends a person back with a code of their own, to have what the person does end in the wrong account. */
    @Test
    void codeOfAnotherConsent_isNotExchanged_andTheConsentStays() {
        ConsentAnswer mine = AuthorizationServer.visit(Desk.address(begin()));
        Identity bob = Identity.of("acme", "bob", "session-1");
        server.issued.person = "mallory";
        ConsentAnswer theirs = AuthorizationServer.visit(Desk.address(desk.client.begin("calendar", bob)));
        server.issued.person = "ada";

        assertThat(refusal(ADA, new ConsentAnswer(mine.state(), theirs.code(), "", mine.issuer())))
                .isEqualTo(OAuthException.EXCHANGE_FAILED);
        assertThat(refusal(ADA, theirs)).isEqualTo(OAuthException.CONSENT_NOT_FOUND);
        assertThat(desk.client.scopes().scopes(ADA)).isEmpty();
        assertThat(desk.client.complete(ADA, mine).kind()).isEqualTo(ConsentOutcome.Kind.GRANTED);
        assertThat(server.issued.whose(desk.token(ADA))).isEqualTo("ada");
    }

    /** What the server said when the person was sent there holds: a code is handed in where it was asked for. */
    @Test
    void serverThatNamesAnotherEndpointLater_getsNeitherCodeNorRefreshTokenThere() {
        ConsentAnswer answer = AuthorizationServer.visit(Desk.address(begin()));
        server.metadata.put("token_endpoint", server.at("/evil"));
        desk.clock.advance(Duration.ofHours(2));

        assertThat(desk.client.complete(ADA, answer).kind()).isEqualTo(ConsentOutcome.Kind.GRANTED);
        desk.clock.advance(Duration.ofHours(2));
        assertThat(server.issued.isGood(desk.token(ADA))).isTrue();

        assertThat(server.asked("/evil")).isEmpty();
        assertThat(server.asksForTokens()).isEqualTo(2);
    }

    @Test
    void answerWithACodeAndAnError_isAnError_andExchangesNothing() {
        ConsentAnswer good = AuthorizationServer.visit(Desk.address(begin()));

        ConsentOutcome outcome =
                desk.client.complete(ADA, new ConsentAnswer(good.state(), good.code(), "access_denied", good.issuer()));

        assertThat(outcome.kind()).isEqualTo(ConsentOutcome.Kind.DENIED);
        assertThat(server.asksForTokens()).isZero();
        assertThat(desk.client.complete(ADA, good)).isEqualTo(outcome);
    }

    @Test
    void answer_thatComesTooLate_isRefused() {
        ConsentAnswer answer = AuthorizationServer.visit(Desk.address(begin()));
        desk.clock.advance(Duration.ofDays(7));

        assertThat(refusal(ADA, answer)).isEqualTo(OAuthException.CONSENT_EXPIRED);
    }

    @Test
    void consents_thatNobodyCompleted_areRemovedWhenTheirTimeIsOver() {
        begin();
        begin();
        desk.clock.advance(Duration.ofDays(7));

        begin();

        assertThat(desk.store.removeExpired(desk.clock.instant())).isZero();
    }

    @Test
    void answer_thatComesAgain_hearsHowItEnded_andExchangesNothing() {
        ConsentAnswer answer = AuthorizationServer.visit(Desk.address(begin()));

        ConsentOutcome first = desk.client.complete(ADA, answer);
        ConsentOutcome second = desk.client.complete(ADA, answer);

        assertThat(second).isEqualTo(first);
        assertThat(server.asksForTokens()).isEqualTo(1);
    }

    @Test
    void answer_handedInByThirtyTwoAtOnce_isExchangedOnce() {
        ConsentAnswer answer = AuthorizationServer.visit(Desk.address(begin()));

        List<ErrorCode> ends = Crowd.of(32, number -> refusal(ADA, answer));

        assertThat(server.asksForTokens()).isEqualTo(1);
        assertThat(ends)
                .contains(ErrorCode.of("NOT_REFUSED_GRANTED"))
                .containsOnly(ErrorCode.of("NOT_REFUSED_GRANTED"), OAuthException.CONSENT_BUSY);
    }

    @Test
    void personWhoSaysNo_hasDenied_andAServerWithAnotherErrorHasNot() {
        server.issued.deniesWith = "temporarily_unavailable";
        URI address = Desk.address(begin());
        assertThat(refusal(ADA, AuthorizationServer.visit(address))).isEqualTo(OAuthException.EXCHANGE_FAILED);
        server.issued.deniesWith = "access_denied";

        ConsentOutcome outcome = desk.client.complete(ADA, AuthorizationServer.visit(address));

        assertThat(outcome.kind()).isEqualTo(ConsentOutcome.Kind.DENIED);
        assertThat(desk.client.scopes().scopes(ADA)).isEmpty();
    }

    @Test
    void personWhoGrantsLess_holdsLess() {
        server.issued.grantsOnly = Set.of("read");

        ConsentOutcome outcome = desk.consent(ADA);

        assertThat(outcome.kind()).isEqualTo(ConsentOutcome.Kind.NARROWED);
        assertThat(outcome.missing()).containsExactly("write");
        assertThat(desk.client.scopes().scopes(ADA)).containsExactly("calendar.read");
    }

    @Test
    void consentToMore_keepsWhatWasGrantedBefore() {
        Consent first =
                desk.client.consents().begin(ADA, Set.of("calendar.read")).orElseThrow();
        desk.client.complete(ADA, AuthorizationServer.visit(Desk.address(first)));
        Consent more =
                desk.client.consents().begin(ADA, Set.of("calendar.write")).orElseThrow();
        desk.client.complete(ADA, AuthorizationServer.visit(Desk.address(more)));

        assertThat(desk.client.scopes().scopes(ADA)).containsExactlyInAnyOrder("calendar.read", "calendar.write");
    }

    @Test
    void scopes_thatNobodyHas_canNotBeObtained_andAskingHasNoEffect() {
        assertThat(desk.client.consents().obtain(ADA, Set.of("calendar.read", "mail.read")))
                .isEmpty();
        assertThat(desk.client.consents().begin(ADA, Set.of("mail.read"))).isEmpty();
        assertThat(desk.client.consents().obtain(ADA, Set.of("calendar.read"))).isPresent();
        assertThat(server.asked).isEmpty();
    }
}
