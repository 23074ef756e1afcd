package dev.harbor.contracts;

import dev.harbor.journal.InMemoryJournal;
import dev.harbor.journal.Journal;
import dev.harbor.testkit.JournalContract;
import java.time.Clock;

final class InMemoryJournalContractTest extends JournalContract {

    @Override
    protected Journal create(Clock clock) {
        return InMemoryJournal.create(clock);
    }

    @Override
    protected Journal reopen(Journal journal, Clock clock) {
        return journal;
    }
}
