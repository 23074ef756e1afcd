package dev.harbor.runtime;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;

/** Makes ids: of calls, which only have to be unique, and of runs and pauses, which must not be guessed either. */
final class RuntimeIds {

    private static final int SECRET_BYTES = 16;
    private static final int OWNER_BYTES = 8;

    private final SecureRandom random = new SecureRandom();
    private final AtomicLong calls = new AtomicLong();
    private final String owner = hex(OWNER_BYTES);
    private final String callPrefix = owner + "-";

    /** Returns a name of this runtime among all processes. */
    String owner() {
        return owner;
    }

    String call() {
        return callPrefix + calls.incrementAndGet();
    }

    String secret() {
        return hex(SECRET_BYTES);
    }

    private String hex(int bytes) {
        byte[] value = new byte[bytes];
        random.nextBytes(value);
        return HexFormat.of().formatHex(value);
    }
}
