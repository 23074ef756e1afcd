package dev.harbor.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.error.StoreException;
import dev.harbor.event.LoopExternalToolsetChanged;
import dev.harbor.history.Records.Draft;
import dev.harbor.identity.Identity;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.JournalRecord;
import dev.harbor.json.Json;
import dev.harbor.tool.ToolIdentity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LoopHistoryTest {

    private static final Identity ADA = Identity.of("acme", "ada", "s1");
    private static final Instant AT = Instant.parse("2026-11-30T12:00:00Z");
    private static final String DIGEST = "0123456789abcdef".repeat(4);

    private final List<JournalRecord> records = new ArrayList<>();

    private LoopHistoryTest record(Draft draft) {
        return record(draft.type(), 1, Json.of(draft.data()));
    }

    private LoopHistoryTest record(String type, int version, Json data) {
        records.add(new JournalRecord(records.size() + 1L, new JournalEntry(type, version, AT, data)));
        return this;
    }

    private LoopHistory read() {
        return new LoopHistory(ADA, "loop/x").addAll(records.stream());
    }

    private LoopHistoryTest opened() {
        return record(LoopRecords.opened("chat", "support", "plan"));
    }

    private static LoopExternalToolsetChanged change(ToolIdentity... tools) {
        return new LoopExternalToolsetChanged(ADA, "chat", "e1", AT, "mcp", "g1", List.of(tools));
    }

    /** Returns a replacement that is written but for one member. */
    private LoopHistoryTest changed(String member, Object value) {
        Map<String, Object> data = new LinkedHashMap<>(LoopRecords.toolsetChanged(change(new ToolIdentity("a", DIGEST)))
                .data());
        data.put(member, value);
        return record(LoopRecordType.TOOLSET_CHANGED, 1, Json.of(data));
    }

    private void assertDamaged(String message) {
        assertThatThrownBy(this::read)
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("record " + records.size())
                .hasMessageContaining(message);
    }

    @Test
    void change_comesBackAsItWas() {
        LoopExternalToolsetChanged change = change(new ToolIdentity("b", DIGEST), new ToolIdentity("a", DIGEST));
        opened().record(LoopRecords.toolsetChanged(change));

        assertThat(read().toolsets()).containsExactly(Map.entry("mcp", change));
    }

    @Test
    void change_thatClears_hasNoListOfTools_andComesBackAsEmpty() {
        opened().record(LoopRecords.toolsetChanged(change(new ToolIdentity("a", DIGEST))));
        Draft cleared = LoopRecords.toolsetChanged(change());
        record(cleared);

        assertThat(cleared.data()).containsOnlyKeys("loop_id", "event_id", "source", "generation");
        assertThat(read().toolsets()).isEmpty();
    }

    @Test
    void change_changesNeitherModeNorTurns() {
        opened().record(input(1, "hello", ""));
        LoopHistory before = read();
        record(LoopRecords.toolsetChanged(change(new ToolIdentity("a", DIGEST))));
        LoopHistory after = read();

        assertThat(after.mode()).isEqualTo(before.mode()).isEqualTo("plan");
        assertThat(after.queue()).isEqualTo(before.queue());
        assertThat(after.lastTurn()).isEqualTo(before.lastTurn());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0123456789ABCDEF0123456789abcdef0123456789abcdef0123456789abcdef",
                "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcde",
                "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0",
                "g123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
            })
    void digest_ofAnotherShape_isNeitherWrittenNorRead(String digest) {
        assertThatThrownBy(() -> new ToolIdentity("a", digest))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("schema_digest");
        opened().changed("tools", List.of(Map.of("name", "a", "schema_digest", digest)));
        assertDamaged("schema_digest");
    }

    @Test
    void tool_withoutDigest_orTwiceThere_orUnnamed_isNotRead() {
        opened().changed("tools", List.of(Map.of("name", "a")));
        assertDamaged("schema_digest");
        records.clear();
        Map<String, String> tool = Map.of("name", "a", "schema_digest", DIGEST);
        opened().changed("tools", List.of(tool, tool));
        assertDamaged("'a' twice");
        records.clear();
        opened().changed("tools", List.of(Map.of("name", " a", "schema_digest", DIGEST)));
        assertDamaged("name");
        records.clear();
        opened().changed(
                        "tools",
                        IntStream.range(0, 513)
                                .mapToObj(i -> Map.of("name", "t" + i, "schema_digest", DIGEST))
                                .toList());
        assertDamaged("513");
    }

    @Test
    void change_withoutLoop_orBeyondABound_namesTheField() {
        opened().changed("loop_id", "");
        assertDamaged("loop_id");
        for (String field : List.of("source", "generation")) {
            for (String value : List.of("", "x".repeat(129))) {
                records.clear();
                opened().changed(field, value);
                assertDamaged(field);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"turn", "turn_id", "step", "step_id", "run_id"})
    void change_ofATurn_isNotRead(String member) {
        opened().changed(member, "r1");
        assertDamaged("'" + member + "'");
    }

    @Test
    void change_withAMemberInTwoSpellings_isNotRead() {
        opened().changed("Source", "other");
        assertDamaged("two spellings");
    }

    @Test
    void record_ofAnUnknownKindOrANewerVersion_orOutOfPlace_isNotRead() {
        opened().record("loop.teleported", 1, Json.of(Map.of("loop_id", "chat")));
        assertDamaged("does not know");
        records.clear();
        opened().record(LoopRecordType.MODE_CHANGED, 2, Json.of(Map.of("loop_id", "chat", "mode", "")));
        assertDamaged("has version 2; this Harbor reads 1");
        records.clear();
        record(LoopRecords.modeChanged("chat", ""));
        assertDamaged("does not follow");
        records.clear();
        opened().record(LoopRecords.modeChanged("other", ""));
        assertDamaged("does not follow");
        records.clear();
        opened().record(LoopRecords.ended("chat", "over")).record(LoopRecords.modeChanged("chat", ""));
        assertDamaged("after the end");
    }

    @Test
    void turn_thatIsNotQueued_orNotBegun_isNotRead() {
        opened().record(LoopRecords.turnStarted("chat", 1, "r1", "", new TreeMap<>()));
        assertDamaged("not queued");
        records.clear();
        opened().record(LoopRecords.turnEnded("chat", 1, "done", "goal", Json.NULL));
        assertDamaged("has not begun");
        records.clear();
        opened().record(input(1, "a", ""))
                .record(input(2, "b", ""))
                .record(LoopRecords.turnStarted("chat", 1, "r1", "", new TreeMap<>()))
                .record(LoopRecords.turnStarted("chat", 2, "r2", "", new TreeMap<>()));
        assertDamaged("another has not ended");
        records.clear();
        opened().record(LoopRecords.withdrawn("chat", 7));
        assertDamaged("not queued");
    }

    private static Draft input(long turn, String text, String name) {
        return LoopRecords.input("chat", new LoopHistory.Input(turn, text, Json.NULL, name));
    }

    @Test
    void name_ofATurn_comesBack_andSaysHowTheTurnHasEnded() {
        opened().record(input(1, "a", "first"))
                .record(input(2, "b", "second"))
                .record(LoopRecords.withdrawn("chat", 2))
                .record(LoopRecords.turnStarted("chat", 1, "r1", "", new TreeMap<>()));
        LoopHistory before = read();
        record(LoopRecords.turnEnded("chat", 1, "failed", "no_path", Json.NULL));

        assertThat(before.requireOpen().input().name()).isEqualTo("first");
        assertThat(before.ending("first")).isEmpty();
        assertThat(read().ending("first")).contains(new LoopHistory.Ending("failed", "no_path"));
        assertThat(read().ending("second")).contains(new LoopHistory.Ending("withdrawn", "withdrawn"));
        assertThat(read().ending("")).isEmpty();
    }

    @Test
    void turn_withoutAName_isRecordedAsBefore_andNotKnownAgain() {
        Draft unnamed = input(1, "a", "");
        opened().record(unnamed).record(LoopRecords.withdrawn("chat", 1));

        assertThat(unnamed.data()).containsOnlyKeys("loop_id", "turn", "text");
        assertThat(read().ending("")).isEmpty();
    }

    @Test
    void names_areForgotten_thoseFirstWhoseTurnsEndedFirst() {
        opened();
        for (int i = 1; i <= LoopHistory.MAX_ENDINGS + 1; i++) {
            record(input(i, "a", "n" + i)).record(LoopRecords.withdrawn("chat", i));
        }
        LoopHistory history = read();

        assertThat(history.ending("n1")).isEmpty();
        assertThat(history.ending("n2")).isPresent();
        assertThat(history.ending("n" + (LoopHistory.MAX_ENDINGS + 1))).isPresent();
    }

    @Test
    void run_ofATurn_leadsToItsLoop_namedOrNot() {
        String key = LoopStore.keyOf(ADA, "chat");

        assertThat(List.of(LoopStore.runIdOf(key, 7), LoopStore.runIdOf(key, "7"), LoopStore.runIdOf(key, "a-b-7")))
                .doesNotHaveDuplicates()
                .allMatch(run -> LoopStore.streamOfTurn(run).orElseThrow().equals(LoopStore.streamOf(key)));
        assertThat(LoopStore.streamOfTurn("loop-")).isEmpty();
        assertThat(LoopStore.streamOfTurn("a2a-1")).isEmpty();
    }

    @Test
    void loops_ofOtherSessions_haveOtherStreams_whateverTheirNames() {
        assertThat(List.of(
                        LoopStore.keyOf(ADA, "chat"),
                        LoopStore.keyOf(ADA, "chat2"),
                        LoopStore.keyOf(Identity.of("acme", "ada", "s2"), "chat"),
                        LoopStore.keyOf(Identity.of("acme", "ad", "as1"), "chat"),
                        LoopStore.keyOf(Identity.of("acm", "eada", "s1"), "chat")))
                .doesNotHaveDuplicates()
                .allMatch(key -> key.matches("[0-9a-f]{32}"));
    }
}
