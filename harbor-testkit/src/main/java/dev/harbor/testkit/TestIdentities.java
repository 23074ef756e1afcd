package dev.harbor.testkit;

import dev.harbor.identity.Identity;
import dev.harbor.identity.RunIdentity;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * Makes identities for tests. Their components are long and unlike any other text, so that one that turns up where it does not belong can be found; see
 * {@link EventRecorder#assertNoLeaks}.
 */
public final class TestIdentities {

    /** The identity of tests that need one and don't care which; always the same. */
    public static final Identity DEFAULT = Identity.of("tenant-of-tests", "user-of-tests", "session-of-tests");

    private TestIdentities() {}

    /** Returns a run of {@link #DEFAULT} with an id that no other run has. */
    public static RunIdentity run() {
        return run(DEFAULT);
    }

    /**
     * Returns a run with an id that no other run has.
     *
     * @throws dev.harbor.identity.IdentityException if the identity is null
     */
    public static RunIdentity run(Identity identity) {
        return new RunIdentity(identity, unique("run"));
    }

    /** Returns an identity that shares no component with any other. */
    public static Identity unique() {
        return Identity.of(unique("tenant"), unique("user"), unique("session"));
    }

    /**
     * Returns identities that share no component with each other.
     *
     * @param count how many, 1 or more
     * @throws IllegalArgumentException if the count is less than 1
     */
    public static List<Identity> unique(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("count must be 1 or more, got " + count);
        }
        return IntStream.range(0, count).mapToObj(i -> unique()).toList();
    }

    private static String unique(String what) {
        return what + '-' + UUID.randomUUID();
    }
}
