package dev.harbor.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.journal.Claim;
import dev.harbor.journal.Journal;
import dev.harbor.journal.StreamHead;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a journal remembers of the heads that it wrote never stands between an append and the row. */
final class RememberedHeadTest {

    private static final Map<String, String> KEYS = Map.of("agent", "refunds");

    private static final StreamHead HEAD = Samples.head("run/1").keys(KEYS);

    @TempDir
    private Path folder;

    private Where where(String database) throws Exception {
        return database.equals("SQLITE") ? Where.sqlite(folder) : Where.postgres();
    }

    private static StreamHead head(Journal journal) {
        return journal.info("run/1").orElseThrow().head();
    }

    @ParameterizedTest
    @ValueSource(strings = {"SQLITE", "POSTGRES"})
    void head_thatAnotherJournalChangedUnderTheSameClaim_isWrittenBack(String database) throws Exception {
        Where where = where(database);
        try (Journal one = where.journal(Clock.systemUTC());
                Journal other = where.journal(Clock.systemUTC())) {
            Claim claim = one.claim("run/1", "one", Samples.LEASE).orElseThrow();
            one.append(claim, 0, Samples.entries(1, 1), HEAD);
            other.append(claim, 1, List.of(), HEAD.state("waiting").keys(Map.of()));
            assertThat(head(one).state()).isEqualTo("waiting");

            assertThat(one.append(claim, 1, Samples.entries(2, 1), HEAD)).isEqualTo(2);
            assertThat(head(other)).isEqualTo(HEAD);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"SQLITE", "POSTGRES"})
    void head_thatChangesAndChangesBack_isTheOneOfTheLastAppend(String database) throws Exception {
        try (Journal journal = where(database).journal(Clock.systemUTC())) {
            Claim claim = journal.claim("run/1", "one", Samples.LEASE).orElseThrow();
            for (int last = 0; last < 20; last++) {
                StreamHead head = last % 3 == 1 ? HEAD.state("waiting").keys(Map.of()) : HEAD;
                journal.append(claim, last, Samples.entries(last + 1, 1), head);

                assertThat(head(journal)).isEqualTo(head);
            }
        }
    }
}
