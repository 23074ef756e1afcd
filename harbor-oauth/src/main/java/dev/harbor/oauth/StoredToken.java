package dev.harbor.oauth;

import dev.harbor.access.Secret;
import dev.harbor.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Is what is kept of a token. Immutable.
 *
 * @param expiresAt when the access token ends, or null when that is not known
 * @param granted the scopes that it carries
 * @param asked the scopes that were asked for
 * @param renewedUntil until when somebody is expected to renew it, or null when nobody does
 */
record StoredToken(
        Terms terms,
        Secret access,
        @Nullable Secret refresh,
        @Nullable Instant expiresAt,
        Set<String> granted,
        Set<String> asked,
        @Nullable Instant renewedUntil) {

    /** How long before its end a token counts as expired. */
    static final Duration SKEW = Duration.ofSeconds(30);

    boolean isFresh(Instant now) {
        return expiresAt == null || now.isBefore(expiresAt.minus(SKEW));
    }

    boolean isAlive(Instant now) {
        return expiresAt == null || now.isBefore(expiresAt);
    }

    /** Tells whether a request can be sent with it now, or after it was renewed. */
    boolean isOfUse(Instant now) {
        return refresh != null || isFresh(now);
    }

    boolean isBeingRenewed(Instant now) {
        return renewedUntil != null && now.isBefore(renewedUntil);
    }

    /** Tells whether another is this one, perhaps about to be renewed, or came of it by a renewal that left the refresh token. */
    boolean isSameGrant(StoredToken other) {
        return access.equals(other.access) || (refresh != null && refresh.equals(other.refresh));
    }

    StoredToken renewedUntil(@Nullable Instant moment) {
        return new StoredToken(terms, access, refresh, expiresAt, granted, asked, moment);
    }

    /** Returns what is kept after a renewal; a server that gives no new refresh token leaves the old one, and one that names no scopes leaves those. */
    StoredToken renewed(Grant grant) {
        return new StoredToken(
                terms,
                grant.access(),
                grant.refresh() == null ? refresh : grant.refresh(),
                grant.expiresAt(),
                Objects.requireNonNullElse(grant.scopes(), granted),
                asked,
                null);
    }

    static StoredToken of(Terms terms, Grant grant, Set<String> asked) {
        return new StoredToken(
                terms,
                grant.access(),
                grant.refresh(),
                grant.expiresAt(),
                Objects.requireNonNullElse(grant.scopes(), asked),
                asked,
                null);
    }

    Json toJson() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("terms", terms.toJson());
        members.put("access", access.reveal());
        Texts.put(members, "refresh", Texts.reveal(refresh));
        Texts.put(members, "expires_at", expiresAt);
        members.put("granted", List.copyOf(granted));
        members.put("asked", List.copyOf(asked));
        Texts.put(members, "renewed_until", renewedUntil);
        return Json.of(members);
    }

    static StoredToken of(Json json) {
        return new StoredToken(
                Terms.of(json.get("terms").orElseThrow()),
                Secret.of(Texts.require(json, "access")),
                Texts.secret(json, "refresh"),
                Texts.instant(json, "expires_at"),
                Texts.texts(json, "granted"),
                Texts.texts(json, "asked"),
                Texts.instant(json, "renewed_until"));
    }
}
