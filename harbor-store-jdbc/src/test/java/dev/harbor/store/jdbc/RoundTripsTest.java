package dev.harbor.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.journal.Claim;
import dev.harbor.journal.StreamHead;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How often an append goes to PostgreSQL and back. */
final class RoundTripsTest {

    private final String schema = PostgresServer.newSchema();
    private RoundTrips wire;
    private JdbcJournal journal;

    @BeforeEach
    void open() throws Exception {
        wire = new RoundTrips(PostgresServer.server().getPort());
        journal = JdbcJournal.builder().schema(schema).postgres(wire.source());
        // The driver asks the server once for each kind of array.
        append(claim("first"), 0, "running");
    }

    @AfterEach
    void close() throws Exception {
        journal.close();
        wire.close();
    }

    private Claim claim(String stream) {
        return journal.claim(stream, "one", Samples.LEASE).orElseThrow();
    }

    private long append(Claim claim, long last, String state) {
        StreamHead head = Samples.head(claim.stream()).state(state);
        return journal.append(claim, last, Samples.entries(last + 1, 1), head);
    }

    private long trips(Runnable what) {
        long before = wire.count();
        what.run();
        return wire.count() - before;
    }

    @Test
    void append_isOneRoundTrip_itsCommitIncluded() {
        Claim claim = claim("run/1");

        assertThat(trips(() -> append(claim, 0, "running"))).as("the first").isEqualTo(1);
        for (int i = 1; i <= 20; i++) {
            long last = i;
            assertThat(trips(() -> append(claim, last, "running"))).isEqualTo(1);
        }
    }

    @Test
    void append_thatChangesTheHead_isOneToo_whenTheHeadBeforeWasWrittenFromHere() {
        Claim claim = claim("run/1");
        append(claim, 0, "running");

        assertThat(trips(() -> append(claim, 1, "waiting"))).isEqualTo(1);
    }

    @Test
    void append_thatChangesAHeadThatIsNotKnown_isTwo() {
        Claim claim = claim("run/1");
        append(claim, 0, "running");
        journal.close();
        journal = JdbcJournal.builder().schema(schema).postgres(wire.source());

        assertThat(trips(() -> append(claim, 1, "waiting"))).isEqualTo(2);
    }

    @Test
    void appendsOfManyStreams_thatAreWrittenTogether_areOneRoundTrip() {
        List<PendingAppend> group = IntStream.range(0, 64)
                .mapToObj(number -> new PendingAppend(
                        claim("run/" + number),
                        0,
                        Samples.entries(1, 3),
                        Samples.head("run/" + number),
                        number + 1,
                        null))
                .toList();
        PostgresAppends appends = new PostgresAppends(new PostgresDatabase(wire.source(), schema, null), Samples.LEASE);

        assertThat(trips(() -> appends.write(group))).isEqualTo(1);
        assertThat(group).allSatisfy(append -> assertThat(append.await()).isEqualTo(3));
    }
}
