package dev.harbor.store.jdbc;

import dev.harbor.artifact.ArtifactScope;
import dev.harbor.identity.Identity;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Makes of the values of a scope what it is looked up by: the SHA-256 of their lengths and UTF-16 units. However long the values are, an index has room for it,
 * and no value can reach into another.
 */
final class ScopeKey {

    private ScopeKey() {}

    static byte[] tenant(String tenant) {
        return of(tenant);
    }

    static byte[] user(String tenant, String user) {
        return of(tenant, user);
    }

    static byte[] session(String tenant, String user, String session) {
        return of(tenant, user, session);
    }

    static byte[] session(Identity identity) {
        return session(identity.tenant(), identity.user(), identity.session());
    }

    static byte[] task(ArtifactScope scope) {
        Identity identity = scope.identity();
        return of(identity.tenant(), identity.user(), identity.session(), scope.task());
    }

    private static byte[] of(String... values) {
        MessageDigest digest = sha256();
        for (String value : values) {
            ByteBuffer units = ByteBuffer.allocate(Integer.BYTES + Character.BYTES * value.length());
            units.putInt(value.length());
            value.chars().forEach(unit -> units.putChar((char) unit));
            digest.update(units.array());
        }
        return digest.digest();
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
