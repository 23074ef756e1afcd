package dev.harbor.tools.a2a.server;

import dev.harbor.json.Json;
import dev.harbor.pause.Pause;
import dev.harbor.pause.PauseReason;
import dev.harbor.run.Run;
import dev.harbor.runtime.Caller;
import dev.harbor.tools.a2a.server.TaskStatus.State;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds out from the records of its run where a task stands. Thread-safe. */
final class TaskReader {

    private static final int LONGEST_REASON = 500;

    /** The reason of a run that nobody was free to begin. */
    private static final String OVERLOADED = "overloaded";

    private static final String FAILED = "the task failed: ";

    private static final String BUSY =
            "the agent was too busy to begin, and did nothing of it; send the message again with another messageId";

    /** Whether callers decide about approvals themselves, and so are shown what is asked. */
    private final boolean approving;

    TaskReader(boolean approving) {
        this.approving = approving;
    }

    /**
     * Is a task and where it stands.
     *
     * @param run its run; null before there is one
     * @param pause what it waits for and a message can answer; null for nothing
     */
    record View(
            ServedTask task,
            TaskStatus status,
            @Nullable Run run,
            @Nullable Pause pause) {

        State state() {
            return status.state();
        }

        Json statusJson() {
            return status.toJson(task.id(), task.contextId());
        }
    }

    View view(Caller caller, ServedTask task) {
        Optional<Run> run = caller.run(task.id());
        if (run.isEmpty()) {
            return new View(task, withoutRun(task), null, null);
        }
        return switch (run.get().state()) {
            case QUEUED, RUNNING -> going(task, run.get());
            case WAITING -> waiting(caller, task, run.get());
            case SUCCEEDED ->
                new View(task, TaskStatus.of(State.COMPLETED, run.get().updatedAt()), run.get(), null);
            case FAILED -> new View(task, failed(run.get()), run.get(), null);
            case CANCELLED ->
                new View(task, TaskStatus.of(State.CANCELED, run.get().updatedAt()), run.get(), null);
        };
    }

    private static TaskStatus withoutRun(ServedTask task) {
        ServedTask.End end = task.end();
        if (end == null) {
            return TaskStatus.of(State.SUBMITTED, task.at());
        }
        return end.cancelled()
                ? TaskStatus.of(State.CANCELED, end.at())
                : TaskStatus.of(State.FAILED, end.at()).saying(FAILED + end.reason(), task.id() + "-end");
    }

    private static View going(ServedTask task, Run run) {
        return new View(task, TaskStatus.of(State.WORKING, run.updatedAt()), run, null);
    }

    private View waiting(Caller caller, ServedTask task, Run run) {
        List<Pause> open = caller.pauses(task.id()).stream()
                .filter(pause -> !task.answers(pause.id()))
                .toList();
        Optional<Pause> question = open.stream()
                .filter(pause -> pause.reason() == PauseReason.AWAIT_INPUT)
                .findFirst();
        if (question.isPresent()) {
            return new View(task, asking(State.INPUT_REQUIRED, question.get()), run, question.get());
        }
        Optional<Pause> barrier = open.stream().filter(TaskReader::isBarrier).findFirst();
        return barrier.map(pause -> barred(task, run, pause)).orElseGet(() -> going(task, run));
    }

    /** What happens outside without anybody's word is work that goes on. */
    private static boolean isBarrier(Pause pause) {
        if (pause.reason() != PauseReason.EXTERNAL_EVENT) {
            return true;
        }
        Json payload = pause.payload();
        boolean consents =
                payload.kind() == Json.Kind.OBJECT && payload.get("consent").isPresent();
        return consents || "auth-required".equals(text(payload, "state"));
    }

    private static String text(Json payload, String member) {
        return payload.kind() != Json.Kind.OBJECT
                ? ""
                : payload.get(member)
                        .filter(value -> value.kind() == Json.Kind.STRING)
                        .map(Json::asString)
                        .orElse("");
    }

    private View barred(ServedTask task, Run run, Pause pause) {
        boolean answerable = approving && pause.reason() == PauseReason.APPROVAL_REQUIRED;
        if (answerable) {
            return new View(task, asking(State.AUTH_REQUIRED, pause), run, pause);
        }
        String words = pause.reason() == PauseReason.EXTERNAL_EVENT
                ? pause.message()
                : "this waits for somebody's decision, which is not made here";
        TaskStatus status = TaskStatus.of(State.AUTH_REQUIRED, pause.at()).saying(words, pause.id());
        return new View(task, status, run, null);
    }

    private static TaskStatus asking(State state, Pause pause) {
        TaskStatus asked = TaskStatus.of(state, pause.at()).saying(pause.message(), pause.id());
        Pause.Call call = pause.call();
        if (call != null && pause.reason() == PauseReason.APPROVAL_REQUIRED) {
            return asked.with(Json.of(Map.of("tool", call.tool(), "arguments", call.arguments())));
        }
        boolean empty = pause.payload().isNull() || pause.payload().equals(Json.EMPTY_OBJECT);
        return empty ? asked : asked.with(pause.payload());
    }

    private static TaskStatus failed(Run run) {
        if (run.reason().equals(OVERLOADED)) {
            return TaskStatus.of(State.FAILED, run.updatedAt()).saying(BUSY, run.runId() + "-end");
        }
        String words = text(run.result(), "message");
        String said = run.result().kind() == Json.Kind.STRING ? run.result().asString() : words;
        String reason = FAILED + run.reason();
        String whole = said.isEmpty() ? reason : reason + ": " + said;
        return TaskStatus.of(State.FAILED, run.updatedAt()).saying(cut(whole), run.runId() + "-end");
    }

    /** Cuts on a code point. */
    private static String cut(String text) {
        if (text.length() <= LONGEST_REASON) {
            return text;
        }
        boolean splits = Character.isHighSurrogate(text.charAt(LONGEST_REASON - 1));
        return text.substring(0, splits ? LONGEST_REASON - 1 : LONGEST_REASON);
    }
}
