package dev.harbor.contracts;

import dev.harbor.journal.InMemoryJournal;
import dev.harbor.journal.Journal;
import dev.harbor.journal.SealedJournal;
import dev.harbor.seal.SealingKeys;
import dev.harbor.testkit.JournalContract;
import java.time.Clock;
import java.util.Arrays;

/** Opens it again with a new key in front of the old one. */
final class SealedJournalContractTest extends JournalContract {

    private final SealingKeys old = SealingKeys.of("old", key(1));
    private Journal inner = InMemoryJournal.create();

    private static byte[] key(int seed) {
        byte[] key = new byte[SealingKeys.KEY_BYTES];
        Arrays.fill(key, (byte) seed);
        return key;
    }

    @Override
    protected Journal create(Clock clock) {
        inner = InMemoryJournal.create(clock);
        return SealedJournal.over(inner, old);
    }

    @Override
    protected Journal reopen(Journal journal, Clock clock) {
        return SealedJournal.over(inner, SealingKeys.of("new", key(2)).retired("old", key(1)));
    }
}
