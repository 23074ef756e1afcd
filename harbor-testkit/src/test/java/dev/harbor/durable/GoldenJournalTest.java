package dev.harbor.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.harbor.error.StoreException;
import dev.harbor.history.RecordType;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.JournalRecord;
import dev.harbor.json.Json;
import dev.harbor.pause.PauseToken;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Journals that were written once are read for ever, and what can't be read is refused with what and where. */
final class GoldenJournalTest {

    private static final String NEWEST = "v5";

    /** Members that not every record of their kind has. */
    private static final Set<String> OPTIONAL = Set.of(
            "profile",
            "completion",
            "disallowed",
            "parent_id",
            "code",
            "evidence",
            "observations",
            "calls",
            "attempts",
            "output_bytes",
            "drift",
            "run_state",
            "tool",
            "configuration",
            "expires_at",
            "suspension",
            "resumption",
            "tools");

    /** Members for people, and such as say again what another one says. */
    private static final Set<String> UNREAD = Set.of(
            "call_id",
            "told",
            "token",
            "reason",
            "message",
            "payload",
            "arguments",
            "actor",
            "note",
            "schema_digest",
            "arguments_digest",
            "controls",
            "join",
            "count");

    private static List<String> lines(String file) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(GoldenJournalTest.class.getResourceAsStream("/journals/" + file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    private static List<JournalRecord> golden() throws IOException {
        return golden(NEWEST);
    }

    private static List<JournalRecord> golden(String version) throws IOException {
        return lines(version + "/everything.jsonl").stream()
                .map(GoldenJournal::read)
                .toList();
    }

    @Test
    void journal_ofVersion1_isReplayed() throws IOException {
        assertThat(GoldenJournal.render(GoldenJournal.replay(golden("v1")))).isEqualTo(lines("v1/everything.txt"));
    }

    @Test
    void journal_ofVersion2_isReplayed() throws IOException {
        assertThat(GoldenJournal.render(GoldenJournal.replay(golden("v2")))).isEqualTo(lines("v2/everything.txt"));
    }

    @Test
    void journal_ofVersion3_isReplayed() throws IOException {
        assertThat(GoldenJournal.render(GoldenJournal.replay(golden("v3")))).isEqualTo(lines("v3/everything.txt"));
    }

    @Test
    void journal_ofVersion4_isReplayed() throws IOException {
        assertThat(GoldenJournal.render(GoldenJournal.replay(golden("v4")))).isEqualTo(lines("v4/everything.txt"));
    }

    /** Runs that began before there was a limit have none, and go on so. */
    @Test
    void childRuns_ofVersion4_areNotLimited() throws IOException {
        assertThat(GoldenJournal.replay(golden("v4")).root().started().limits().maxChildRuns())
                .isEqualTo(Long.MAX_VALUE);
        assertThat(GoldenJournal.replay(golden()).root().started().limits().maxChildRuns())
                .isEqualTo(64);
    }

    @Test
    void journal_ofTheNewestVersion_isReplayed() throws IOException {
        assertThat(GoldenJournal.render(GoldenJournal.replay(golden()))).isEqualTo(lines(NEWEST + "/everything.txt"));
    }

    @Test
    void pauses_ofVersion1_areFoundByTheirNames() throws IOException {
        List<JournalRecord> untilThePause = golden("v1").subList(0, 29);
        assertThat(GoldenJournal.replay(untilThePause).root().openPauses())
                .singleElement()
                .satisfies(pause -> {
                    assertThat(pause.callId()).isEqualTo("c6");
                    assertThat(pause.id())
                            .isEqualTo(PauseToken.of(World.RUN, "token-2").id());
                    assertThat(pause.expiresAt()).isNull();
                });
    }

    @Test
    void journal_ofTheNewestVersion_hasEveryKindOfRecord() throws IOException {
        List<String> kinds = Stream.of(RecordType.class.getFields())
                .filter(field -> field.getType() == String.class)
                .map(GoldenJournalTest::valueOf)
                .toList();
        assertThat(golden()).extracting(record -> record.entry().type()).containsAll(kinds);
    }

    private static String valueOf(Field field) {
        try {
            return (String) field.get(null);
        } catch (IllegalAccessException e) {
            throw new AssertionError(field + " is public", e);
        }
    }

    @Test
    void journal_writtenNow_isTheSame() throws IOException {
        List<JournalRecord> written =
                GoldenJournal.withoutChance(new Everything().run().records(World.RUN));
        assertThat(written.stream().map(GoldenJournal::line)).isEqualTo(lines(NEWEST + "/everything.jsonl"));
    }

    @Test
    void record_withoutAMemberThatItNeeds_isRefused_withItsNumberAndTheMember() throws IOException {
        Set<String> dispensable = new TreeSet<>();
        for (JournalRecord record : golden()) {
            for (String member : record.entry().data().members().keySet()) {
                Throwable refusal = catchThrowable(() -> GoldenJournal.replay(replaced(without(record, member))));
                if (refusal == null) {
                    dispensable.add(member);
                } else {
                    assertThat(refusal)
                            .isInstanceOf(StoreException.class)
                            .hasMessageContaining("record " + record.sequence())
                            .hasMessageContaining("run/r1");
                }
            }
        }
        assertThat(dispensable).allMatch(member -> OPTIONAL.contains(member) || UNREAD.contains(member));
    }

    @Test
    void record_ofAnotherVersion_isRefused() throws IOException {
        JournalRecord third = golden().get(2);
        JournalEntry entry = third.entry();
        assertThatThrownBy(() -> GoldenJournal.replay(
                        replaced(new JournalRecord(3, new JournalEntry(entry.type(), 2, entry.at(), entry.data())))))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("record 3")
                .hasMessageContaining("has version 2; this Harbor reads 1");
    }

    @Test
    void record_ofAnUnknownKind_isRefused() throws IOException {
        JournalEntry entry = golden().get(2).entry();
        assertThatThrownBy(() -> GoldenJournal.replay(replaced(
                        new JournalRecord(3, new JournalEntry("run.teleported", 1, entry.at(), entry.data())))))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("record 3 ('run.teleported')")
                .hasMessageContaining("a kind that this Harbor does not know");
    }

    @Test
    void record_thatIsMissing_isNoticed() throws IOException {
        List<JournalRecord> records = new ArrayList<>(golden());
        records.remove(4);
        assertThatThrownBy(() -> GoldenJournal.replay(records))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("goes on with record 6 after 4");
    }

    @Test
    void run_thatCanNotBeRead_isLeftAsItIs_andSetFree() throws IOException {
        World world = new World();
        world.start(World.script(
                World.call("world.secret"),
                new dev.harbor.plan.Decision.RequestPause(
                        dev.harbor.pause.PauseReason.AWAIT_INPUT, "?", Json.EMPTY_OBJECT)));
        dev.harbor.journal.Claim claim = world.journal
                .claim("run/r1", "vandal", java.time.Duration.ofSeconds(1))
                .orElseThrow();
        int records = world.records(World.RUN).size();
        world.journal.append(
                claim,
                records,
                List.of(new JournalEntry("run.teleported", 1, world.clock.instant(), Json.of(Map.of("run_id", "r1")))),
                world.journal.info("run/r1").orElseThrow().head());
        world.journal.release(claim);
        World.assertRefused(() -> world.resume(World.script()), "run.teleported");
        World.assertRefused(() -> world.run(World.RUN), "run.teleported");
        assertThat(world.records(World.RUN)).hasSize(records + 1);
        assertThat(world.journal.info("run/r1").orElseThrow().claim()).isNull();
    }

    private static JournalRecord without(JournalRecord record, String member) {
        Map<String, Json> members = new LinkedHashMap<>(record.entry().data().members());
        members.remove(member);
        return GoldenJournal.with(record, Json.of(members));
    }

    private static List<JournalRecord> replaced(JournalRecord by) throws IOException {
        List<JournalRecord> records = new ArrayList<>(golden());
        records.set((int) by.sequence() - 1, by);
        return records;
    }
}
