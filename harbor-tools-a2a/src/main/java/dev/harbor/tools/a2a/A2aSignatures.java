package dev.harbor.tools.a2a;

import dev.harbor.json.Json;
import java.net.URI;
import java.security.PublicKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Says what the signatures of a card have to be. A card may be signed (JWS over RFC 8785) by ES256, RS256 or EdDSA; nothing else is a signature. A card that
 * is signed by a key that is known here and does not fit it has been tampered with, and is refused.
 *
 * <p>Immutable.
 */
public final class A2aSignatures {

    private static final A2aSignatures IGNORED = new A2aSignatures(Mode.IGNORED, Map.of(), Set.of());

    private final Mode mode;
    private final Map<String, PublicKey> keys;
    private final Set<URI> keySets;

    enum Mode {
        IGNORED,
        IF_PRESENT,
        REQUIRED
    }

    private A2aSignatures(Mode mode, Map<String, PublicKey> keys, Set<URI> keySets) {
        this.mode = mode;
        this.keys = Map.copyOf(keys);
        this.keySets = Set.copyOf(keySets);
    }

    /** Looks at no signature. */
    public static A2aSignatures ignored() {
        return IGNORED;
    }

    /** Refuses a card whose signature does not fit; one that isn't signed, or by a key that can't be found, is used. The default. */
    public static Builder ifPresent() {
        return new Builder(Mode.IF_PRESENT);
    }

    /** Refuses every card that no known key has signed. */
    public static Builder required() {
        return new Builder(Mode.REQUIRED);
    }

    boolean isIgnored() {
        return mode == Mode.IGNORED;
    }

    boolean isRequired() {
        return mode == Mode.REQUIRED;
    }

    Map<String, PublicKey> keys() {
        return keys;
    }

    Set<URI> keySets() {
        return keySets;
    }

    /** Collects the keys. Not thread-safe. */
    public static final class Builder {

        private final Mode mode;
        private final Map<String, PublicKey> keys = new HashMap<>();
        private final Set<URI> keySets = new HashSet<>();

        private Builder(Mode mode) {
            this.mode = mode;
        }

        /** Knows a key by its id. */
        public Builder key(String id, PublicKey key) {
            keys.put(Objects.requireNonNull(id, "id"), Objects.requireNonNull(key, "key"));
            return this;
        }

        /**
         * Knows the keys of a set (RFC 7517); those that can't be used here are left out.
         *
         * @throws IllegalArgumentException if none can
         */
        public Builder keys(Json keySet) {
            Map<String, PublicKey> read = JsonWebKey.set(keySet);
            if (read.isEmpty()) {
                throw new IllegalArgumentException("no key of the set is one of EC P-256, RSA or Ed25519");
            }
            keys.putAll(read);
            return this;
        }

        /**
         * Lets a card name a set of keys at this origin, besides its own; such as {@code https://keys.example}.
         *
         * @throws IllegalArgumentException if it is no URL
         */
        public Builder allowKeySets(String origin) {
            keySets.add(Urls.of(origin, "origin"));
            return this;
        }

        /** Returns the signatures that are wanted; the builder may be used again. */
        public A2aSignatures build() {
            return new A2aSignatures(mode, keys, keySets);
        }
    }
}
