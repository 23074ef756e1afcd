package dev.harbor.history;

import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.StreamHead;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Is what waits in a stream once some records are appended: what its head must say, so that it is found when it is due. */
final class OpenPauses {

    private final List<OpenPause> open = new ArrayList<>();

    private OpenPauses() {}

    static OpenPauses after(RunHistory history, List<JournalEntry> entries) {
        OpenPauses after = new OpenPauses();
        history.runs().forEach(run -> after.open.addAll(run.openPauses()));
        entries.forEach(entry -> after.add(history, entry));
        return after;
    }

    private void add(RunHistory history, JournalEntry entry) {
        Members data = new Members("a new '" + entry.type() + "' record", entry.data());
        String runId = data.text("run_id");
        switch (entry.type()) {
            case RecordType.PAUSED, RecordType.CALL_PAUSED -> open.add(PauseJson.read(history.stream(), data, entry));
            case RecordType.PAUSE_RESOLVED -> {
                String id = data.text("pause_id");
                open.removeIf(pause -> pause.id().equals(id));
            }
            case RecordType.CALL_INTENDED, RecordType.CALL_REJECTED -> {
                String callId = data.text("call_id");
                open.removeIf(pause -> pause.runId().equals(runId) && callId.equals(pause.callId()));
            }
            case RecordType.CALL_SETTLED -> {
                if (!RecordReader.isOpenAfter(data)) {
                    String callId = data.text("call_id");
                    open.removeIf(pause -> pause.runId().equals(runId) && RunPauses.isIn(callId, pause.callId()));
                }
            }
            case RecordType.RESUMED ->
                open.removeIf(pause -> pause.runId().equals(runId) && pause.callId() == null && !pause.needsDecision());
            case RecordType.ENDED -> open.removeIf(pause -> pause.runId().equals(runId));
            default -> {
                // nothing else opens or closes a pause
            }
        }
    }

    StreamHead head(StreamHead head) {
        if (open.isEmpty()) {
            return head;
        }
        Instant due = open.stream()
                .map(OpenPause::expiresAt)
                .filter(Objects::nonNull)
                .min(Instant::compareTo)
                .orElse(null);
        Map<String, String> keys = new HashMap<>(head.keys());
        keys.put(RunStore.PAUSES, RunStore.OPEN);
        return head.wakeAt(due).keys(keys);
    }
}
