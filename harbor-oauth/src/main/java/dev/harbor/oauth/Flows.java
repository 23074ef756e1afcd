package dev.harbor.oauth;

import com.nimbusds.oauth2.sdk.AuthorizationRequest;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import dev.harbor.access.ConsentProvider.Consent;
import dev.harbor.access.Secret;
import dev.harbor.access.TokenStore;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Begins consents and completes them. The state in the address is random and names, by its hash, what is kept sealed of the consent under its owner: the verifier,
 * whose session it is, and where the code is exchanged. Thread-safe.
 */
final class Flows {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int STATE_BYTES = 32;
    private static final int VERIFIER_BYTES = 48;
    /** What the names of consents under way begin with. */
    static final String PREFIX = "flow:";

    private static final int ID_DIGITS = 32;
    private static final Duration SWEPT_EVERY = Duration.ofMinutes(1);

    private final Vault vault;
    private final Tokens tokens;
    private final TokenEndpoint endpoint;
    private final Clock clock;
    private final Duration expiry;
    private final Duration lease;
    private final AtomicReference<Instant> swept = new AtomicReference<>(Instant.MIN);

    Flows(Vault vault, Tokens tokens, TokenEndpoint endpoint, Clock clock, Duration expiry, Duration lease) {
        this.vault = vault;
        this.tokens = tokens;
        this.endpoint = endpoint;
        this.clock = clock;
        this.expiry = expiry;
        this.lease = lease;
    }

    /** Keeps what is needed when the person comes back, and returns what they are told. */
    Consent begin(Identity identity, Asking asking) {
        sweep();
        String state = random(STATE_BYTES);
        String verifier = random(VERIFIER_BYTES);
        Instant expiresAt = clock.instant().plus(expiry);
        StoredFlow flow = new StoredFlow(
                identity.session(),
                asking.label(),
                asking.tokenName(),
                asking.isShared(),
                asking.terms(),
                Secret.of(verifier),
                asking.redirectUri(),
                asking.asked(),
                asking.needed(),
                expiresAt,
                null,
                null);
        if (vault.replace(key(identity, state), null, flow.toJson(), expiresAt).isEmpty()) {
            throw new IllegalStateException("a random state was given before");
        }
        return consent(asking, id(state), address(asking, state, verifier), expiresAt);
    }

    private static Consent consent(Asking asking, String id, URI address, Instant expiresAt) {
        Map<String, Object> payload = new LinkedHashMap<>();
        payload.put("consent", id);
        payload.put("provider", asking.label());
        payload.put("scopes", List.copyOf(asking.needed()));
        payload.put("consent_url", address.toString());
        payload.put("expires_at", expiresAt.toString());
        String scopes = asking.needed().isEmpty() ? "" : ": " + String.join(", ", asking.needed());
        return new Consent("access to " + asking.label() + " has to be granted" + scopes, Json.of(payload));
    }

    private static URI address(Asking asking, String state, String verifier) {
        AuthorizationRequest.Builder request = new AuthorizationRequest.Builder(
                        ResponseType.CODE, new ClientID(asking.terms().client().clientId()))
                .endpointURI(asking.authorization())
                .redirectionURI(asking.redirectUri())
                .state(new State(state))
                .codeChallenge(new CodeVerifier(verifier), CodeChallengeMethod.S256);
        if (!asking.asked().isEmpty()) {
            request.scope(new Scope(asking.asked().toArray(String[]::new)));
        }
        URI resource = asking.terms().resource();
        if (resource != null) {
            request.resource(resource);
        }
        asking.parameters().forEach(request::customParameter);
        return request.build().toURI();
    }

    /**
     * Completes a consent, once; who comes again hears how it ended.
     *
     * @param byAdministrator whether this may be a consent for the whole tenant
     */
    ConsentOutcome complete(Identity identity, ConsentAnswer answer, boolean byAdministrator) {
        TokenStore.Key key = key(identity, answer.state());
        while (true) {
            Vault.Opened opened = vault.find(key).orElseThrow(Flows::notFound);
            StoredFlow flow = StoredFlow.of(opened.content());
            if (!flow.session().equals(identity.session())) {
                throw notFound();
            }
            if (flow.isShared() && !byAdministrator) {
                throw OAuthException.adminRequired(flow.label());
            }
            ConsentOutcome before = flow.outcome();
            if (before != null) {
                return before;
            }
            check(flow, answer);
            Optional<ConsentOutcome> outcome = answer.error().isEmpty()
                    ? take(key, opened, flow).map(taken -> exchange(identity, key, taken, flow, answer))
                    : end(key, opened, flow, denied(flow, id(key), answer));
            if (outcome.isPresent()) {
                return outcome.get();
            }
        }
    }

    private void check(StoredFlow flow, ConsentAnswer answer) {
        Instant now = clock.instant();
        if (!now.isBefore(flow.expiresAt())) {
            throw new OAuthException(
                    OAuthException.CONSENT_EXPIRED,
                    "the consent for " + flow.label() + " was begun too long ago; make the call again");
        }
        checkIssuer(flow, answer.issuer());
        if (answer.error().isEmpty() && answer.code().isEmpty()) {
            throw new OAuthException(OAuthException.EXCHANGE_FAILED, "the answer has no code and no error");
        }
        if (flow.isTaken(now)) {
            throw new OAuthException(
                    OAuthException.CONSENT_BUSY, "the consent for " + flow.label() + " is being completed");
        }
    }

    /** Compared letter by letter, as the standard wants it: what looks alike may be somebody else. */
    private static void checkIssuer(StoredFlow flow, String named) {
        boolean right = named.isEmpty()
                ? !flow.terms().issuerInAnswers()
                : named.equals(flow.terms().issuer());
        if (!right) {
            throw new OAuthException(
                    OAuthException.WRONG_ISSUER,
                    "the answer for " + flow.label() + " does not come from the authorization server that was asked");
        }
    }

    private Optional<Vault.Opened> take(TokenStore.Key key, Vault.Opened opened, StoredFlow flow) {
        StoredFlow taken = flow.takenUntil(clock.instant().plus(lease));
        return vault.replace(key, opened, taken.toJson(), flow.expiresAt());
    }

    private ConsentOutcome exchange(
            Identity identity, TokenStore.Key key, Vault.Opened taken, StoredFlow flow, ConsentAnswer answer) {
        Grant grant;
        try {
            grant = endpoint.exchange(flow, answer.code(), identity);
        } catch (OAuthException e) {
            giveBack(key, taken, flow);
            throw e.as(OAuthException.EXCHANGE_FAILED);
        } catch (RuntimeException | Error e) {
            giveBack(key, taken, flow);
            throw e;
        }
        StoredToken token = StoredToken.of(flow.terms(), grant, flow.asked());
        tokens.keep(flow.tokenKey(identity), token);
        ConsentOutcome outcome = granted(flow, key, token);
        boolean isGone =
                end(key, taken, flow, outcome).isEmpty() && vault.find(key).isEmpty();
        if (isGone) {
            // Whoever was erased while the server was asked must not have a token after that.
            tokens.takeBack(flow.tokenKey(identity), token, identity);
            throw notFound();
        }
        return outcome;
    }

    /** The address of the consent stays good, so that the person can try again. */
    private void giveBack(TokenStore.Key key, Vault.Opened taken, StoredFlow flow) {
        vault.replace(key, taken, flow.takenUntil(null).toJson(), flow.expiresAt());
    }

    private static ConsentOutcome granted(StoredFlow flow, TokenStore.Key key, StoredToken token) {
        Set<String> missing = Scopes.without(flow.needed(), token.granted());
        return new ConsentOutcome(
                missing.isEmpty() ? ConsentOutcome.Kind.GRANTED : ConsentOutcome.Kind.NARROWED,
                id(key),
                flow.label(),
                token.granted(),
                missing,
                flow.isShared());
    }

    private static ConsentOutcome denied(StoredFlow flow, String id, ConsentAnswer answer) {
        if (!answer.error().equals("access_denied")) {
            String error = TokenEndpoint.known(answer.error());
            throw new OAuthException(
                    OAuthException.EXCHANGE_FAILED,
                    "the authorization server gave no code for " + flow.label() + ": " + error,
                    error,
                    null);
        }
        return new ConsentOutcome(
                ConsentOutcome.Kind.DENIED, id, flow.label(), Set.of(), flow.needed(), flow.isShared());
    }

    private Optional<ConsentOutcome> end(TokenStore.Key key, Vault.Opened opened, StoredFlow flow, ConsentOutcome how) {
        return vault.replace(key, opened, flow.ended(how).toJson(), flow.expiresAt())
                .map(ended -> how);
    }

    private void sweep() {
        Instant now = clock.instant();
        Instant last = Objects.requireNonNull(swept.get());
        if (last.isBefore(now.minus(SWEPT_EVERY)) && swept.compareAndSet(last, now)) {
            vault.removeExpired(now);
        }
    }

    private static TokenStore.Key key(Identity identity, String state) {
        return TokenStore.Key.of(identity, PREFIX + Hashes.of(state));
    }

    private static String id(String state) {
        return Hashes.of(state).substring(0, ID_DIGITS);
    }

    private static String id(TokenStore.Key key) {
        return key.name().substring(PREFIX.length()).substring(0, ID_DIGITS);
    }

    private static String random(int bytes) {
        byte[] random = new byte[bytes];
        RANDOM.nextBytes(random);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    private static OAuthException notFound() {
        return new OAuthException(OAuthException.CONSENT_NOT_FOUND, "there is no such consent under way");
    }
}
