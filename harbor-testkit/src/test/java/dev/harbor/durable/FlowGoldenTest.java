package dev.harbor.durable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.history.NodeResult;
import dev.harbor.history.RunFold;
import dev.harbor.history.RunHistory;
import dev.harbor.journal.JournalRecord;
import dev.harbor.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Journals of runs with flows and searches that were written once are read for ever. */
final class FlowGoldenTest {

    private static final String NEWEST = "flow-v2";

    private static List<String> lines(String file) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(FlowGoldenTest.class.getResourceAsStream("/journals/" + file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    private static List<JournalRecord> golden() throws IOException {
        return golden(NEWEST);
    }

    private static List<JournalRecord> golden(String version) throws IOException {
        return lines(version + "/flow.jsonl").stream().map(GoldenJournal::read).toList();
    }

    private static RunHistory parked(List<JournalRecord> records) {
        return GoldenJournal.replay(FlowGolden.untilThePause(records));
    }

    private static RunFold parkedWithout(String member) throws IOException {
        return parked(without(member)).root();
    }

    /** Returns the records without a member that only flows and searches have. */
    private static List<JournalRecord> without(String member) throws IOException {
        return golden().stream()
                .map(record -> {
                    Map<String, Json> members =
                            new LinkedHashMap<>(record.entry().data().members());
                    members.remove(member);
                    return GoldenJournal.with(record, Json.of(members));
                })
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"flow-v1", NEWEST})
    void journal_ofAFlow_isReplayed(String version) throws IOException {
        assertThat(FlowGolden.render(golden(version))).isEqualTo(lines(version + "/flow.txt"));
    }

    @Test
    void journal_ofAFlow_writtenNow_isTheSame() throws IOException {
        assertThat(FlowGolden.records().stream().map(GoldenJournal::line)).isEqualTo(lines(NEWEST + "/flow.jsonl"));
    }

    @Test
    void journal_ofAFlow_hasEveryMemberOfFlowsAndSearches() throws IOException {
        assertThat(golden())
                .flatExtracting(record -> record.entry().data().members().keySet())
                .contains("plan", "step", "stored", "wrapped", "discovered");
    }

    /** The members are read, or the test above would hold for a journal that nobody understands. */
    @Test
    void member_thatIsMissing_changesWhatIsKnown() throws IOException {
        RunFold whole = parked(golden()).root();
        assertThat(whole.discovered()).containsExactly("world.deferred@v1");
        assertThat(parkedWithout("discovered").discovered()).isEmpty();

        assertThat(whole.nodes().plan("c2")).isPresent();
        assertThat(parkedWithout("plan").nodes().plan("c2")).isEmpty();

        assertThat(whole.nodes().result("c2.heavy")).get().matches(NodeResult::stored);
        assertThat(parkedWithout("stored").nodes().result("c2.heavy")).get().matches(result -> !result.stored());

        assertThat(whole.nodes().result("c2.both")).get().matches(NodeResult::wrapped);
        assertThat(parkedWithout("wrapped").nodes().result("c2.both")).get().matches(result -> !result.wrapped());
    }

    /** The call of the search and the one of the flow are the run's own, and so is that of a node which calls a tool. */
    @Test
    void step_isNoCallOfTheRunsOwn() throws IOException {
        assertThat(GoldenJournal.replay(golden()).usage().toolCalls()).isEqualTo(3);
        assertThat(GoldenJournal.replay(without("step")).usage().toolCalls()).isEqualTo(6);
    }
}
