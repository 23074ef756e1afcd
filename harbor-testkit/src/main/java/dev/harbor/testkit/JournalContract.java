package dev.harbor.testkit;

import dev.harbor.journal.Journal;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

/**
 * Holds an implementation of {@link Journal} to what every journal guarantees: claims and their epochs, appends that happen as a whole or not at all, readers
 * that see whole appends, finding by heads, deleting, closing, and what is there after a crash.
 *
 * <pre>{@code
 * final class MyJournalTest extends JournalContract {
 *     @TempDir Path folder;
 *
 *     @Override
 *     protected Journal create(Clock clock) {
 *         return MyJournal.open(folder, clock);
 *     }
 *
 *     @Override
 *     protected Journal reopen(Journal journal, Clock clock) {
 *         return MyJournal.open(folder, clock);
 *     }
 * }
 * }</pre>
 *
 * <p>Each test has a journal of its own, which is closed after it.
 */
public abstract class JournalContract {

    private final ManualClock clock = ManualClock.create();
    private JournalUnderTest subject;

    /** Creates the suite. */
    protected JournalContract() {}

    /**
     * Returns a new, empty journal.
     *
     * @param clock measures leases; a journal that measures them otherwise overrides {@link #pass}
     */
    protected abstract Journal create(Clock clock);

    /**
     * Returns a journal over what another holds, as a process does that starts after a crash. The other need not have been closed, and is not used again.
     * Whatever lives in memory and ends with it returns the journal itself.
     */
    protected abstract Journal reopen(Journal journal, Clock clock);

    /** Lets time pass as leases are measured. Moves the clock that {@link #create} was given, unless overridden. */
    protected void pass(Duration time) {
        clock.advance(time);
    }

    @BeforeEach
    void openSubject() {
        subject = new JournalUnderTest(create(clock), old -> reopen(old, clock));
    }

    @AfterEach
    void closeSubject() {
        subject.journal().close();
    }

    @Nested
    @DisplayName("Claims of a journal")
    class Claims extends JournalClaimRules {

        @Override
        JournalUnderTest subject() {
            return subject;
        }

        @Override
        void pass(Duration time) {
            JournalContract.this.pass(time);
        }
    }

    @Nested
    @DisplayName("Appends to a journal")
    class Appends extends JournalAppendRules {

        @Override
        JournalUnderTest subject() {
            return subject;
        }
    }

    @Nested
    @DisplayName("Readers of a journal")
    class Readers extends JournalReadRules {

        @Override
        JournalUnderTest subject() {
            return subject;
        }
    }

    @Nested
    @DisplayName("Finding streams of a journal")
    class Finding extends JournalFindRules {

        @Override
        JournalUnderTest subject() {
            return subject;
        }
    }

    @Nested
    @DisplayName("Streams and journals that end")
    class Ending extends JournalEndRules {

        @Override
        JournalUnderTest subject() {
            return subject;
        }
    }

    @Nested
    @DisplayName("A journal after a crash")
    class Crash extends JournalCrashRules {

        @Override
        JournalUnderTest subject() {
            return subject;
        }
    }

    @Nested
    @DisplayName("Many writers of a journal")
    class Crowd extends JournalCrowdRules {

        @Override
        JournalUnderTest subject() {
            return subject;
        }
    }
}
