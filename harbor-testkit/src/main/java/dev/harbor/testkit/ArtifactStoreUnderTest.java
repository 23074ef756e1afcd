package dev.harbor.testkit;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactLimits;
import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Opens the stores of one test and closes them after it, with short ways to fill one and to look at it. */
final class ArtifactStoreUnderTest {

    /** How many threads a crowd has. */
    static final int MANY = 64;

    static final Identity ADA = Identity.of("acme", "ada", "s1");
    static final ArtifactOptions BYTES = ArtifactOptions.of(ArtifactOptions.DEFAULT_MEDIA_TYPE);

    private static final Random RANDOM = new Random(20_261_114);

    private final ArtifactStoreContract suite;
    private final ManualClock clock = ManualClock.create();
    private final List<ArtifactStore> opened = new ArrayList<>();
    private ArtifactLimits limits = ArtifactLimits.NONE;

    ArtifactStoreUnderTest(ArtifactStoreContract suite) {
        this.suite = suite;
    }

    ArtifactStore open() throws IOException {
        return open(ArtifactLimits.NONE);
    }

    /** Opens an empty store. */
    ArtifactStore open(ArtifactLimits newLimits) throws IOException {
        limits = newLimits;
        return opened(suite.create(limits, clock));
    }

    /** Opens another store over what the given one holds, with the same limits. */
    ArtifactStore reopen(ArtifactStore store) throws IOException {
        return opened(suite.reopen(store, limits, clock));
    }

    private ArtifactStore opened(ArtifactStore store) {
        opened.add(store);
        return store;
    }

    void closeAll() {
        opened.forEach(ArtifactStore::close);
    }

    void pass(Duration time) {
        clock.advance(time);
    }

    Instant now() {
        return clock.instant();
    }

    static ArtifactScope scope(String task) {
        return new ArtifactScope(ADA, task);
    }

    static ArtifactScope scope(String tenant, String user, String session) {
        return new ArtifactScope(Identity.of(tenant, user, session), "run");
    }

    static ArtifactInfo put(ArtifactStore store, ArtifactScope scope, byte[] content) throws IOException {
        return store.put(scope, stream(content), BYTES);
    }

    static byte[] read(ArtifactStore store, Identity session, ArtifactRef ref) throws IOException {
        try (InputStream in =
                store.open(session, ref, 0).orElseThrow(() -> new AssertionError("the session has no " + ref))) {
            return in.readAllBytes();
        }
    }

    static InputStream stream(byte[] content) {
        return new ByteArrayInputStream(content);
    }

    /** Returns bytes that no other call returned, if they are eight or more. */
    static byte[] random(int size) {
        byte[] content = new byte[size];
        synchronized (RANDOM) {
            RANDOM.nextBytes(content);
        }
        return content;
    }

    static ArtifactRef ref(byte[] content) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
            return new ArtifactRef(ArtifactRef.PREFIX + HexFormat.of().formatHex(digest));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    static void assertCode(ErrorCode code, ThrowingCallable action) {
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(action)
                .extracting(StoreException::code)
                .isEqualTo(code);
    }

    static void assertRefused(ThrowingCallable put) {
        assertCode(ErrorCode.QUOTA_EXCEEDED, put);
    }

    /** Values that a store must take as they are: paths, quotes, wildcards, names that some file systems reserve or fold, and long ones. */
    static List<String> hostile() {
        return List.of(
                "..",
                ".",
                "/",
                "//",
                "../..",
                "a/b",
                "a\\b",
                "~",
                "_",
                "*",
                "?",
                "%2e%2e",
                "%00",
                " ",
                "  ",
                "a",
                "A",
                "a ",
                " a",
                "a.",
                "con",
                "NUL",
                "C:",
                "'",
                "\"",
                "' OR '1'='1",
                "$HOME",
                "`id`",
                "\n",
                "\r\n",
                "\t",
                "\u00e9",
                "e\u0301",
                "\u0130",
                "i",
                "I",
                "\ud83d\ude00",
                "??",
                "\ufffd",
                "x".repeat(256),
                "x".repeat(255),
                "\ud83d\ude00".repeat(128),
                "\u4e2d".repeat(256));
    }
}
