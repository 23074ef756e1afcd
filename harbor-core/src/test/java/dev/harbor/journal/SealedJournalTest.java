package dev.harbor.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.seal.SealingKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What lies in the other journal, and what is refused. That it is a journal is tested by the contract. */
final class SealedJournalTest {

    private static final StreamHead HEAD = head("run-1");
    private static final SealingKeys KEYS = SealingKeys.of("k1", new byte[SealingKeys.KEY_BYTES]);

    private final Journal inner = InMemoryJournal.create();
    private final Journal sealed = SealedJournal.over(inner, KEYS);

    private static StreamHead head(String stream) {
        return StreamHead.of(stream, Identity.of("acme", "ada", "s1"), "running");
    }

    private static JournalEntry entry(String text) {
        return entry("call.intended", text);
    }

    private static JournalEntry entry(String type, String text) {
        return new JournalEntry(type, 1, Instant.EPOCH, Json.parse("{\"argument\":\"" + text + "\"}"));
    }

    private static void append(Journal journal, StreamHead head, JournalEntry... entries) {
        Claim claim =
                journal.claim(head.stream(), "test", Duration.ofMinutes(1)).orElseThrow();
        long last = journal.info(head.stream()).map(StreamInfo::sequence).orElse(0L);
        journal.append(claim, last, List.of(entries), head);
    }

    private static List<JournalRecord> read(Journal journal, String stream) {
        try (Stream<JournalRecord> records = journal.read(stream, 1)) {
            return records.toList();
        }
    }

    private static void assertBroken(Journal journal, String stream, long sequence) {
        assertThatThrownBy(() -> read(journal, stream))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SEAL_BROKEN))
                .hasMessageStartingWith("record " + sequence + " of stream '" + stream + "': what is sealed");
    }

    @Test
    void recordsInTheOtherJournal_showTheirTypeAndTime_andNothingOfTheirData() {
        append(sealed, HEAD, entry("hunter2"), entry("hunter2"));

        List<JournalRecord> there = read(inner, "run-1");
        assertThat(there).hasSize(2).allSatisfy(record -> {
            assertThat(record.entry().type()).isEqualTo("call.intended");
            assertThat(record.entry().at()).isEqualTo(Instant.EPOCH);
            assertThat(record.entry().data().members()).containsOnlyKeys("sealed");
            assertThat(record.entry().data().toString())
                    .doesNotContain("argument")
                    .doesNotContain("hunter2");
        });
        assertThat(there.get(0).entry().data())
                .isNotEqualTo(there.get(1).entry().data());
        assertThat(read(sealed, "run-1")).extracting(JournalRecord::entry).containsOnly(entry("hunter2"));
    }

    @Test
    void recordThatWasMovedOrRelabelled_isRefused() {
        append(sealed, HEAD, entry("one"), entry("two"));
        List<JournalEntry> there =
                read(inner, "run-1").stream().map(JournalRecord::entry).toList();
        JournalEntry one = there.get(0);

        append(inner, head("swapped"), there.get(1), one);
        append(inner, head("other"), one);
        assertBroken(sealed, "swapped", 1);
        assertBroken(sealed, "other", 1);
        assertRefusedInPlace(new JournalEntry("call.ended", 1, one.at(), one.data()));
        assertRefusedInPlace(new JournalEntry(one.type(), 2, one.at(), one.data()));
        assertRefusedInPlace(new JournalEntry(one.type(), 1, one.at().plusNanos(1), one.data()));
    }

    /** Puts an entry where the first was. */
    private void assertRefusedInPlace(JournalEntry relabelled) {
        inner.delete("run-1");
        append(inner, HEAD, relabelled);
        assertBroken(sealed, "run-1", 1);
    }

    @Test
    void recordThatIsNotSealed_isRefused() {
        append(inner, HEAD, entry("plain"));
        assertBroken(sealed, "run-1", 1);
    }

    @Test
    void recordWhoseSealIsNoText_orNoBase64_isRefused() {
        append(inner, head("number"), new JournalEntry("a", 1, Instant.EPOCH, Json.parse("{\"sealed\":1}")));
        append(inner, head("text"), new JournalEntry("a", 1, Instant.EPOCH, Json.parse("{\"sealed\":\"?\"}")));

        assertBroken(sealed, "number", 1);
        assertBroken(sealed, "text", 1);
    }

    @Test
    void anotherKey_readsNothing_andARotatedOneReadsOn() {
        append(sealed, HEAD, entry("one"));
        byte[] key = new byte[SealingKeys.KEY_BYTES];
        key[0] = 1;
        assertBroken(SealedJournal.over(inner, SealingKeys.of("k2", key)), "run-1", 1);

        Journal rotated =
                SealedJournal.over(inner, SealingKeys.of("k2", key).retired("k1", new byte[SealingKeys.KEY_BYTES]));
        append(rotated, HEAD, entry("two"));
        assertThat(read(rotated, "run-1")).extracting(JournalRecord::entry).containsExactly(entry("one"), entry("two"));
        assertBroken(sealed, "run-1", 2);
    }

    @Test
    void textThatCannotBeCompressed_fitsUpToTwoThirdsOfTheBound_andIsRefusedBeyondUnchanged() {
        String noise = noise(JournalEntry.MAX_DATA_BYTES * 2 / 3);
        append(sealed, HEAD, entry(noise));

        assertThat(read(sealed, "run-1")).extracting(JournalRecord::entry).containsExactly(entry(noise));
        JournalEntry large = entry(noise(JournalEntry.MAX_DATA_BYTES - 100));
        assertThatThrownBy(() -> append(sealed, HEAD, large)).isInstanceOf(IllegalArgumentException.class);
        assertThat(inner.info("run-1").orElseThrow().sequence()).isEqualTo(1);
    }

    private static String noise(int length) {
        return new Random(1)
                .ints(length, '#', 0x7f)
                .map(c -> c == '\\' ? '!' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
