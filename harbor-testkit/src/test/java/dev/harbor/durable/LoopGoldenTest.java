package dev.harbor.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.harbor.error.StoreException;
import dev.harbor.history.LoopRecordType;
import dev.harbor.journal.JournalRecord;
import dev.harbor.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Journals of loops that were written once are read for ever. */
final class LoopGoldenTest {

    /** Members that a record may be without, or that are for people. */
    private static final Set<String> OPTIONAL = Set.of("content", "sources", "tools");

    private static List<String> lines(String file) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(LoopGoldenTest.class.getResourceAsStream("/journals/loop-v1/" + file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    private static List<JournalRecord> golden() throws IOException {
        return lines("loop.jsonl").stream().map(GoldenJournal::read).toList();
    }

    @Test
    void journal_ofALoop_isReplayed() throws IOException {
        assertThat(LoopGolden.render(LoopGolden.replay(golden()))).isEqualTo(lines("loop.txt"));
    }

    @Test
    void journal_ofALoop_writtenNow_isTheSame() throws IOException {
        assertThat(LoopGolden.records().stream().map(GoldenJournal::line)).isEqualTo(lines("loop.jsonl"));
    }

    @Test
    void journal_ofALoop_hasEveryKindOfRecord() throws IOException {
        long kinds = Arrays.stream(LoopRecordType.class.getFields())
                .filter(field -> Modifier.isStatic(field.getModifiers()) && field.getType() == String.class)
                .count();
        assertThat(LoopGolden.kinds()).hasSize((int) kinds);
        assertThat(golden()).extracting(record -> record.entry().type()).containsAll(LoopGolden.kinds());
    }

    @Test
    void record_withoutAMemberThatItNeeds_isRefused_withItsNumberAndTheMember() throws IOException {
        List<JournalRecord> golden = golden();
        for (JournalRecord record : golden) {
            for (String member : record.entry().data().members().keySet()) {
                Map<String, Json> members =
                        new LinkedHashMap<>(record.entry().data().members());
                members.remove(member);
                List<JournalRecord> damaged = new ArrayList<>(golden);
                damaged.set((int) record.sequence() - 1, GoldenJournal.with(record, Json.of(members)));
                Throwable refusal = catchThrowable(() -> LoopGolden.replay(damaged));
                if (!OPTIONAL.contains(member)) {
                    assertThat(refusal)
                            .as("record %d without %s", record.sequence(), member)
                            .isInstanceOf(StoreException.class)
                            .hasMessageContaining("record " + record.sequence())
                            .hasMessageContaining("'" + member + "'");
                }
            }
        }
    }
}
