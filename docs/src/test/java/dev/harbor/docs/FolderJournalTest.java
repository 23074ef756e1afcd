package dev.harbor.docs;

import dev.harbor.journal.Journal;
import dev.harbor.testkit.JournalContract;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.io.TempDir;

// snippet: journal-contract
final class FolderJournalTest extends JournalContract {

    @TempDir
    Path folder;

    @Override
    protected Journal create(Clock clock) {
        return FolderJournal.open(folder, clock);
    }

    @Override
    protected Journal reopen(Journal journal, Clock clock) {
        return FolderJournal.open(folder, clock);
    }
}
// end
