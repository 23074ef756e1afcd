package dev.harbor.store.jdbc;

import dev.harbor.identity.Identity;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.StreamHead;
import dev.harbor.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;

/** What the tests of this module write. */
final class Samples {

    static final Identity ADA = Identity.of("acme", "ada", "session-1");
    static final Duration LEASE = Duration.ofSeconds(30);

    private static final Instant TIME = Instant.parse("2030-01-01T00:00:00.123456789Z");

    private Samples() {}

    static StreamHead head(String stream) {
        return StreamHead.of(stream, ADA, "running");
    }

    /** Returns a head that says where a stream ends. */
    static StreamHead head(String stream, long last) {
        return head(stream).state("at-" + last).keys(Map.of("last", String.valueOf(last)));
    }

    static JournalEntry entry(long number) {
        return new JournalEntry("test.record", 1, TIME, Json.parse("{\"number\":" + number + "}"));
    }

    /** Returns an entry whose size follows from its number. */
    static JournalEntry sized(long number) {
        String filler = "x".repeat((int) (number * 7919 % 9000));
        return new JournalEntry(
                "test.record", 1, TIME, Json.parse("{\"number\":" + number + ",\"filler\":\"" + filler + "\"}"));
    }

    static List<JournalEntry> entries(long first, int count) {
        return LongStream.range(first, first + count).mapToObj(Samples::entry).toList();
    }

    static byte[] random(int size, long seed) {
        byte[] content = new byte[size];
        new Random(seed).nextBytes(content);
        return content;
    }
}
