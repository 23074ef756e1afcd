package dev.harbor.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.history.Records;
import dev.harbor.history.RunStore;
import dev.harbor.history.RunStream;
import dev.harbor.history.StartedRun;
import dev.harbor.identity.Identity;
import dev.harbor.identity.RunIdentity;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.run.BudgetLimits;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class LeasesTest {

    private static final RunIdentity RUN = new RunIdentity(Identity.of("acme", "ada", "s1"), "r1");

    private Instant now = Instant.parse("2030-01-01T00:00:00Z");
    private final InMemoryJournal journal = InMemoryJournal.create(new Clock() {
        @Override
        public ZoneOffset getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(java.time.ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    });

    private RunStream stream() {
        RunStream stream = new RunStore(journal, Clock.systemUTC()).create(RUN, "one");
        stream.append(Records.started(new StartedRun(
                "r1", null, 0, "g", Json.NULL, null, null, "", Map.of(), BudgetLimits.defaults(), Set.of(), null)));
        return stream;
    }

    private boolean isClaimed() {
        return journal.info("run/r1").orElseThrow().claim().isLive(now);
    }

    @Test
    void claim_ofARunThatIsDrivenForLong_isExtended_untilItIsLetGo() {
        try (Leases leases = new Leases()) {
            RunStream stream = stream();
            leases.hold(stream);
            for (int i = 0; i < 10; i++) {
                now = now.plus(RunStream.LEASE).minus(Duration.ofSeconds(1));
                leases.renew();
                assertThat(isClaimed()).isTrue();
            }
            leases.letGo(stream);
            now = now.plus(RunStream.LEASE);
            leases.renew();
            assertThat(isClaimed()).isFalse();
        }
    }

    @Test
    void claim_thatCanNotBeExtended_keepsNoOtherFromBeingExtended() {
        try (Leases leases = new Leases()) {
            RunStream lost = stream();
            leases.hold(lost);
            journal.seize("run/r1", "two", RunStream.LEASE);
            RunStream other =
                    new RunStore(journal, Clock.systemUTC()).create(new RunIdentity(RUN.identity(), "r2"), "one");
            other.append(Records.started(new StartedRun(
                    "r2", null, 0, "g", Json.NULL, null, null, "", Map.of(), BudgetLimits.defaults(), Set.of(), null)));
            leases.hold(other);
            now = now.plus(RunStream.LEASE);
            leases.renew();
            assertThat(journal.info("run/r2").orElseThrow().claim().isLive(now)).isTrue();
            assertThat(journal.info("run/r1").orElseThrow().claim().owner()).isEqualTo("two");
        }
    }
}
