package dev.harbor.history;

import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.StreamHead;
import dev.harbor.pause.Resolution;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Is what waits in a stream once some records are appended, and which tools are to be told that they wait for nothing: what its head must say, so that both are found
 * when they are due. It follows the rules of {@link RunPauses}.
 */
final class OpenPauses {

    private final List<OpenPause> open = new ArrayList<>();
    private final List<OpenPause> answered = new ArrayList<>();
    private final List<OpenPause> begun = new ArrayList<>();
    private final Set<String> abandoned = new HashSet<>();

    private OpenPauses() {}

    static OpenPauses after(RunHistory history, List<JournalEntry> entries) {
        OpenPauses after = new OpenPauses();
        history.runs().forEach(after::add);
        entries.forEach(entry -> after.add(history, entry));
        return after;
    }

    private void add(RunFold run) {
        open.addAll(run.openPauses());
        answered.addAll(run.pauses().resumptions());
        begun.addAll(run.pauses().begun());
        run.abandoned()
                .keySet()
                .forEach(callId -> abandoned.add(place(run.started().runId(), callId)));
    }

    private void add(RunHistory history, JournalEntry entry) {
        Members data = new Members("a new '" + entry.type() + "' record", entry.data());
        String runId = data.text("run_id");
        switch (entry.type()) {
            case RecordType.PAUSED, RecordType.CALL_PAUSED -> open.add(PauseJson.read(history.stream(), data, entry));
            case RecordType.PAUSE_RESOLVED -> resolve(data);
            case RecordType.CALL_INTENDED -> begin(runId, data.text("call_id"));
            case RecordType.CALL_REJECTED -> abandon(runId, data.text("call_id")::equals);
            case RecordType.CALL_SETTLED -> {
                end(runId, data.text("call_id"), RecordReader.isCalled(data));
                if (!RecordReader.isOpenAfter(data)) {
                    String callId = data.text("call_id");
                    abandon(runId, waiting -> RunPauses.isIn(callId, waiting));
                }
            }
            case RecordType.CALL_ABANDONED -> abandoned.remove(place(runId, data.text("call_id")));
            case RecordType.RESUMED ->
                open.removeIf(pause -> pause.runId().equals(runId) && pause.callId() == null && !pause.needsDecision());
            case RecordType.ENDED -> {
                abandon(runId, callId -> true);
                open.removeIf(pause -> pause.runId().equals(runId));
            }
            default -> {
                // nothing else opens or closes a pause
            }
        }
    }

    private void resolve(Members data) {
        String id = data.text("pause_id");
        List<OpenPause> resolved =
                open.stream().filter(pause -> pause.id().equals(id)).toList();
        open.removeAll(resolved);
        Resolution how = PauseJson.resolution(data);
        for (OpenPause pause : resolved) {
            if (pause.isHeardByTool(how.kind())) {
                answered.add(pause.resolved(how));
            } else {
                abandon(pause);
            }
        }
    }

    private void begin(String runId, String callId) {
        remove(runId, callId::equals).stream()
                .filter(pause -> pause.resolution() != null)
                .forEach(begun::add);
    }

    private void end(String runId, String callId, boolean isCalled) {
        Predicate<OpenPause> meant = pause -> pause.runId().equals(runId) && callId.equals(pause.callId());
        if (!isCalled) {
            begun.stream().filter(meant).forEach(this::abandon);
        }
        begun.removeIf(meant);
    }

    private List<OpenPause> remove(String runId, Predicate<String> calls) {
        Predicate<OpenPause> meant =
                pause -> pause.runId().equals(runId) && pause.callId() != null && calls.test(pause.callId());
        List<OpenPause> removed =
                Stream.concat(open.stream(), answered.stream()).filter(meant).toList();
        open.removeIf(meant);
        answered.removeIf(meant);
        return removed;
    }

    private void abandon(String runId, Predicate<String> calls) {
        remove(runId, calls).forEach(this::abandon);
    }

    private void abandon(OpenPause pause) {
        String callId = pause.callId();
        if (callId != null && pause.suspension() != null) {
            abandoned.add(place(pause.runId(), callId));
        }
    }

    private static String place(String runId, String callId) {
        return runId + '/' + callId;
    }

    StreamHead head(StreamHead head) {
        Map<String, String> keys = new HashMap<>(head.keys());
        if (!abandoned.isEmpty()) {
            keys.put(RunStore.ABANDONED, RunStore.OPEN);
        }
        if (open.isEmpty()) {
            return head.keys(keys);
        }
        Instant due = open.stream()
                .map(OpenPause::expiresAt)
                .filter(Objects::nonNull)
                .min(Instant::compareTo)
                .orElse(null);
        keys.put(RunStore.PAUSES, RunStore.OPEN);
        return head.wakeAt(due).keys(keys);
    }
}
