package dev.harbor.history;

import dev.harbor.pause.PauseReason;
import dev.harbor.pause.Resolution;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the pauses of one run, open ones and resolved ones. An approval, and what a tool has waited for, is there until its call is made or refused. Confined to
 * its fold.
 */
final class RunPauses {

    private final Map<String, OpenPause> open = new LinkedHashMap<>();
    private final Map<String, OpenPause> resolved = new LinkedHashMap<>();
    private final Map<String, OpenPause> approvals = new LinkedHashMap<>();
    private final Map<String, OpenPause> resumptions = new LinkedHashMap<>();
    private final Map<String, OpenPause> begun = new LinkedHashMap<>();
    private final Map<String, OpenPause> abandoned = new LinkedHashMap<>();

    void open(OpenPause pause) {
        open.put(pause.id(), pause);
    }

    void resolve(String id, Resolution how) {
        OpenPause pause = open.remove(id);
        if (pause == null) {
            return;
        }
        OpenPause done = pause.resolved(how);
        resolved.put(id, done);
        String callId = done.callId();
        if (callId != null && done.reason() == PauseReason.APPROVAL_REQUIRED && how.kind() == Resolution.Kind.APPROVE) {
            approvals.put(callId, done);
        }
        if (callId != null && done.isHeardByTool(how.kind())) {
            resumptions.put(callId, done);
        } else {
            abandon(done);
        }
    }

    /** The tool of a call that waited for it has to hear that it will not go on. */
    private void abandon(OpenPause pause) {
        String callId = pause.callId();
        if (callId != null && pause.suspension() != null) {
            abandoned.put(callId, pause);
        }
    }

    private void abandon(Predicate<String> which) {
        Stream.concat(open.values().stream(), resumptions.values().stream())
                .filter(pause -> pause.callId() != null && which.test(pause.callId()))
                .toList()
                .forEach(this::abandon);
    }

    /** Returns the pauses of tools that have to hear that their calls will not go on, by their calls. */
    Map<String, OpenPause> abandoned() {
        return Collections.unmodifiableMap(abandoned);
    }

    /** Returns the pauses of tools that go on with what came, as soon as their calls are made. */
    List<OpenPause> resumptions() {
        return List.copyOf(resumptions.values());
    }

    void told(String callId) {
        abandoned.remove(callId);
    }

    /** Forgets what a call waited for and was approved for, because it is refused. */
    void refuse(String callId) {
        abandon(callId::equals);
        close(callId);
    }

    /** Forgets what a call waited for and was approved for, because it is made. */
    void begin(String callId) {
        OpenPause answered = resumptions.get(callId);
        close(callId);
        if (answered != null) {
            begun.put(callId, answered);
        }
    }

    /** Returns the pauses of tools whose calls are being made again. */
    List<OpenPause> begun() {
        return List.copyOf(begun.values());
    }

    /** A call that was made again has an end; when its tool was not called, because its time was over before, the tool has to hear of that. */
    void end(String callId, boolean isCalled) {
        OpenPause answered = begun.remove(callId);
        if (answered != null && !isCalled) {
            abandon(answered);
        }
    }

    private void close(String callId) {
        open.values().removeIf(pause -> callId.equals(pause.callId()));
        approvals.remove(callId);
        resumptions.remove(callId);
    }

    /** Forgets what the nodes of a call waited for and were approved for, because it has ended without them. */
    void closeNodes(String callId) {
        abandon(id -> isIn(callId, id));
        open.values().removeIf(pause -> isIn(callId, pause.callId()));
        approvals.keySet().removeIf(id -> isIn(callId, id));
        resumptions.keySet().removeIf(id -> isIn(callId, id));
    }

    /** Forgets what the run itself waited for and any input answers. */
    void answered() {
        open.values().removeIf(pause -> pause.callId() == null && !pause.needsDecision());
    }

    void closeAll() {
        abandon(id -> true);
        open.clear();
        approvals.clear();
        resumptions.clear();
    }

    List<OpenPause> open() {
        return List.copyOf(open.values());
    }

    List<OpenPause> all() {
        List<OpenPause> all = new ArrayList<>(resolved.values());
        all.addAll(open.values());
        return all;
    }

    Optional<OpenPause> own() {
        return open.values().stream().filter(pause -> pause.callId() == null).findFirst();
    }

    /** Returns the open pause of a call or of one of its nodes. */
    Optional<OpenPause> openOf(String callId) {
        return openIn(callId).findFirst();
    }

    /** Tells whether a call, or one of its nodes, has an open pause that is not the given one. */
    boolean waits(String callId, String pauseId) {
        return openIn(callId).anyMatch(pause -> !pause.id().equals(pauseId));
    }

    private Stream<OpenPause> openIn(String callId) {
        return open.values().stream().filter(pause -> isIn(callId, pause.callId()));
    }

    static boolean isIn(String callId, @Nullable String waiting) {
        return waiting != null
                && waiting.startsWith(callId)
                && (waiting.length() == callId.length() || waiting.charAt(callId.length()) == '.');
    }

    Optional<OpenPause> resumptionOf(String callId) {
        return Optional.ofNullable(resumptions.get(callId));
    }

    Optional<OpenPause> approvalOf(String callId) {
        return Optional.ofNullable(approvals.get(callId));
    }
}
