package dev.harbor.oauth;

import dev.harbor.access.Secret;
import dev.harbor.access.TokenStore;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import java.net.URI;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Is what is kept of a consent that is under way. Immutable.
 *
 * @param session the session that it was begun in, the only one that may complete it
 * @param label what the person is asked to give access to
 * @param tokenName under which name the token will be kept
 * @param isShared whether it will be that of the tenant, which only an administrator may complete
 * @param asked every scope that is asked for
 * @param needed those that somebody waits for
 * @param takenUntil until when somebody is expected to complete it, or null when nobody does
 * @param outcome how it ended, or null while it has not
 */
record StoredFlow(
        String session,
        String label,
        String tokenName,
        boolean isShared,
        Terms terms,
        Secret verifier,
        URI redirectUri,
        Set<String> asked,
        Set<String> needed,
        Instant expiresAt,
        @Nullable Instant takenUntil,
        @Nullable ConsentOutcome outcome) {

    StoredFlow takenUntil(@Nullable Instant moment) {
        return new StoredFlow(
                session,
                label,
                tokenName,
                isShared,
                terms,
                verifier,
                redirectUri,
                asked,
                needed,
                expiresAt,
                moment,
                null);
    }

    StoredFlow ended(ConsentOutcome how) {
        return new StoredFlow(
                session, label, tokenName, isShared, terms, verifier, redirectUri, asked, needed, expiresAt, null, how);
    }

    TokenStore.Key tokenKey(Identity identity) {
        return isShared
                ? TokenStore.Key.ofTenant(identity.tenant(), tokenName)
                : TokenStore.Key.of(identity, tokenName);
    }

    boolean isTaken(Instant now) {
        return takenUntil != null && now.isBefore(takenUntil);
    }

    Json toJson() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("session", session);
        members.put("label", label);
        members.put("token_name", tokenName);
        members.put("shared", isShared);
        members.put("terms", terms.toJson());
        members.put("verifier", verifier.reveal());
        members.put("redirect_uri", redirectUri.toString());
        members.put("asked", List.copyOf(asked));
        members.put("needed", List.copyOf(needed));
        members.put("expires_at", expiresAt.toString());
        Texts.put(members, "taken_until", takenUntil);
        if (outcome != null) {
            members.put("outcome", outcome.toJson());
        }
        return Json.of(members);
    }

    static StoredFlow of(Json json) {
        return new StoredFlow(
                Texts.require(json, "session"),
                Texts.require(json, "label"),
                Texts.require(json, "token_name"),
                Texts.isTrue(json, "shared"),
                Terms.of(json.get("terms").orElseThrow()),
                Secret.of(Texts.require(json, "verifier")),
                URI.create(Texts.require(json, "redirect_uri")),
                Texts.texts(json, "asked"),
                Texts.texts(json, "needed"),
                Instant.parse(Texts.require(json, "expires_at")),
                Texts.instant(json, "taken_until"),
                json.get("outcome").map(ConsentOutcome::of).orElse(null));
    }
}
