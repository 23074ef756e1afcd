package dev.harbor.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.history.RecordType;
import dev.harbor.history.RunStore;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.JournalRecord;
import dev.harbor.json.Json;
import dev.harbor.run.RunState;
import dev.harbor.run.RunTransition;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Looks at the records of a run themselves, not at what the runtime makes of them. */
final class OnRecord {

    private static final Pattern REF = Pattern.compile(ArtifactRef.PREFIX + "[0-9a-f]{64}");

    private OnRecord() {}

    static List<JournalEntry> entries(Journal journal, String runId) {
        try (Stream<JournalRecord> records = journal.read(RunStore.streamOf(runId), 1)) {
            return records.map(JournalRecord::entry).toList();
        }
    }

    /** Checks that a run went from state to state as the table of states says, and returns where it is. */
    static RunState assertStates(Journal journal, String runId) {
        RunState state = RunState.QUEUED;
        for (JournalEntry entry : entries(journal, runId)) {
            assertThat(state.isTerminal())
                    .as("%s: %s after its end", runId, entry.type())
                    .isFalse();
            RunState next = after(state, entry);
            if (next != state) {
                assertThat(RunTransition.between(state, next))
                        .as("%s: %s from %s to %s", runId, entry.type(), state, next)
                        .isNotEmpty();
            }
            state = next;
        }
        return state;
    }

    private static RunState after(RunState state, JournalEntry entry) {
        return switch (entry.type()) {
            case RecordType.STARTED, RecordType.RESUMED -> RunState.RUNNING;
            case RecordType.WAITING -> RunState.WAITING;
            case RecordType.CALL_RESOLVED -> entry.data().get("run_state").isPresent() ? RunState.RUNNING : state;
            case RecordType.ENDED ->
                RunState.valueOf(text(entry.data(), "state").toUpperCase(Locale.ROOT));
            default -> state;
        };
    }

    private static String text(Json data, String name) {
        return data.get(name).orElseThrow().asString();
    }

    /** Checks that the bytes of everything that the records of a run name are there, and returns what they name. */
    static Set<String> assertBytesOfRefs(Journal journal, ArtifactStore artifacts, String runId) throws Exception {
        Set<String> refs = new LinkedHashSet<>();
        for (JournalEntry entry : entries(journal, runId)) {
            for (Matcher found = REF.matcher(entry.data().toString()); found.find(); ) {
                refs.add(found.group());
            }
        }
        for (String ref : refs) {
            assertThat(ArtifactRef.PREFIX + digest(artifacts, ref)).as(runId).isEqualTo(ref);
        }
        return refs;
    }

    private static String digest(ArtifactStore artifacts, String ref) throws Exception {
        try (InputStream in = artifacts
                .open(Driving.ADA, new ArtifactRef(ref), 0)
                .orElseThrow(() -> new IOException("no bytes of " + ref))) {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(in.readAllBytes()));
        }
    }
}
