package dev.harbor.tools.a2a;

import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import dev.harbor.pause.Resolution;
import dev.harbor.tool.Resumption;
import dev.harbor.tool.ToolFailed;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Is one attempt to have an agent do something, or to go on with that after somebody was waited for: from the message to what becomes of its task.
 *
 * <p>Confined to one call, but for {@link #stop()}.
 */
final class Attempt {

    /** Names the skill in the metadata of a message; the protocol has no place for it. */
    static final String SKILL_KEY = "https://harbor.dev/a2a/skill";

    /** Is kept of the time of a call for cancelling the task and saying how it ended. */
    private static final Duration LONGEST_MARGIN = Duration.ofSeconds(5);

    private final Peer peer;
    private final ToolSettings settings;
    private final @Nullable AgentSkill skill;

    private final CallSite site;
    private final CallScope scope;
    private volatile @Nullable TaskCancel cancel;
    private @Nullable RemoteCall remote;
    private @Nullable AgentInterface at;
    private PushHook hook = PushHook.NONE;
    private Stale stale = Stale.NOTHING;
    private boolean sent;
    private int number;
    private Conversations.@Nullable Kept last;
    private volatile boolean stopped;

    Attempt(Peer peer, ToolSettings settings, @Nullable AgentSkill skill, CallSite site) {
        this.peer = peer;
        this.settings = settings;
        this.skill = skill;
        this.site = site;
        this.scope = new CallScope(
                site.identity(),
                site.cancellation(),
                Deadline.in(withoutMargin(site.remaining())),
                site.key(),
                site.attempt(),
                site.trace());
    }

    private static Duration withoutMargin(Duration remaining) {
        Duration tenth = remaining.dividedBy(10);
        return remaining.minus(tenth.compareTo(LONGEST_MARGIN) < 0 ? tenth : LONGEST_MARGIN);
    }

    /** Has the task stopped; may be called by any thread, and does not block. */
    void stop() {
        stopped = true;
        TaskCancel known = cancel;
        if (known != null) {
            known.wherever();
        }
    }

    /** Lets go of what was held while it ran. */
    void end() {
        hook.end();
    }

    /** Sends the message that this makes of a card, and waits for what becomes of it. */
    Json begin(Function<AgentCard, Outgoing> writer) {
        AgentCard card = peer.cards().card();
        List<AgentInterface> all = peer.interfaces(card);
        Outgoing message = writer.apply(card);
        try {
            return send(card, all.get(0), message);
        } catch (PeerError e) {
            AgentInterface other =
                    e.is(PeerError.Reason.VERSION_NOT_SUPPORTED) ? Peer.otherVersion(all, all.get(0)) : null;
            if (other == null) {
                throw e;
            }
            return send(card, other, message);
        }
    }

    /** Goes on after somebody was waited for: with the task as it is now, which may have moved on by itself. */
    Json resume(Function<AgentCard, Outgoing> writer, Resumption resumed) {
        number = resumed.number();
        Parked parked = Parked.read(resumed.state());
        if (parked.kind() == Parked.Kind.UNSENT) {
            return begin(writer);
        }
        AgentCard card = peer.cards().card();
        AgentInterface to = parked.at(peer.interfaces(card)).orElseThrow(this::moved);
        sent = true;
        stale = new Stale(parked.stamp());
        RemoteCall call = remote(card, to, stale);
        Objects.requireNonNull(cancel).task(parked.taskId());
        if (isRefusal(parked, resumed)) {
            throw refused(parked, resumed.resolution());
        }
        RemoteTask task = looked(card, to, parked.taskId());
        boolean asksStill = task.state().isInterrupted()
                && (stale.is(task.status()) || parked.stamp().isEmpty());
        if (task.state().isTerminal() || (task.state().isInterrupted() && !asksStill)) {
            return settled(card, task, parked.messageId());
        }
        boolean answers = asksStill && (parked.kind() == Parked.Kind.INPUT || isSaid(resumed.resolution()));
        if (answers) {
            return send(card, to, answer(parked, resumed.resolution()));
        }
        if (asksStill && resumed.resolution().kind() == Resolution.Kind.TIMEOUT) {
            return settled(card, task, parked.messageId());
        }
        return outcome(card, call.watch(task), parked.messageId());
    }

    private boolean isRefusal(Parked parked, Resumption resumed) {
        boolean look = parked.kind() != Parked.Kind.INPUT && Pauses.isLook(resumed.number() - 1);
        return switch (resumed.resolution().kind()) {
            case REJECT -> true;
            case TIMEOUT -> !look;
            case APPROVE, RESUME -> false;
        };
    }

    private static boolean isSaid(Resolution resolution) {
        return resolution.kind() != Resolution.Kind.TIMEOUT
                && !resolution.payload().isNull();
    }

    private ToolFailed moved() {
        return Failures.permanent(
                Failures.GONE,
                "the remote task can't be gone on with: the agent's card no longer has the place where it is");
    }

    /** Stops the task, since nobody will answer. */
    private ToolFailed refused(Parked parked, Resolution resolution) {
        Objects.requireNonNull(cancel).now();
        String why = resolution.kind() == Resolution.Kind.REJECT
                ? "was refused by " + resolution.actor()
                : "came from nobody in time";
        String note = resolution.note().isBlank() ? "" : " (" + Words.line(resolution.note()) + ")";
        return Failures.permanent(
                Failures.UNANSWERED,
                "what the remote agent waits for " + why + note + "; its task " + Words.line(parked.taskId())
                        + " was cancelled");
    }

    private RemoteTask looked(AgentCard card, AgentInterface to, String taskId) {
        try {
            return peer.client(to, card, security()).task(taskId, scope);
        } catch (PeerError e) {
            throw e.is(PeerError.Reason.TASK_NOT_FOUND) ? gone(taskId) : e;
        }
    }

    private Outgoing answer(Parked parked, Resolution resolution) {
        return new Outgoing(
                messageId(number),
                Answers.parts(resolution),
                parked.contextId(),
                parked.taskId(),
                List.of(),
                metadata());
    }

    /** Returns what a call needs to go on that met a wall: its task if it has one. */
    Parked park() {
        RemoteCall call = remote;
        RemoteTask task = call == null ? null : call.known();
        AgentInterface to = at;
        AgentCard card = peer.cards().current();
        return task == null || to == null || card == null
                ? Parked.unsent()
                : Parked.of(Parked.Kind.DETACHED, to, task, "", card.digest());
    }

    RuntimeException unauthorised(Unauthorized e) {
        // What is forbidden stays forbidden; what is not accepted may be renewed.
        return e.status() == 401 ? Pauses.unauthorised(e, park()) : failed(e);
    }

    private A2aLimits limits() {
        return peer.settings().limits();
    }

    private Json send(AgentCard card, AgentInterface to, Outgoing message) {
        RemoteCall call = remote(card, to, stale);
        sent = true;
        try {
            return outcome(card, call.send(message), message.messageId());
        } catch (PeerError e) {
            return answered(card, to, message, e);
        }
    }

    /** Says what became of a task that takes no answer. */
    private Json answered(AgentCard card, AgentInterface to, Outgoing message, PeerError e) {
        if (message.isFollowUp() && e.is(PeerError.Reason.TASK_NOT_FOUND)) {
            throw gone(message.taskId());
        }
        if (!message.isFollowUp() || !e.is(PeerError.Reason.UNSUPPORTED_OPERATION)) {
            throw e;
        }
        RemoteTask task = peer.client(to, card, security()).task(message.taskId(), scope);
        if (!task.state().isTerminal()) {
            throw e;
        }
        return settled(card, task, message.messageId());
    }

    private ToolFailed gone(String taskId) {
        return Failures.permanent(
                Failures.GONE, "the remote task is gone: the agent knows none with the id " + Words.line(taskId));
    }

    private RemoteCall remote(AgentCard card, AgentInterface to, Stale stale) {
        at = to;
        PeerClient client = peer.client(to, card, security());
        TaskCancel stopping = new TaskCancel(client, peer.settings(), scope);
        cancel = stopping;
        if (stopped) {
            throw new CallCancelled();
        }
        Waiting waiting = new Waiting();
        A2aPush pushes = card.push() ? peer.settings().push() : null;
        hook.end();
        hook = pushes == null ? PushHook.NONE : pushes.register(waiting);
        RemoteCall.Watching watching =
                new RemoteCall.Watching(card.streaming(), new Progress(site.progress()), stopping, hook, waiting);
        RemoteCall made = new RemoteCall(client, peer.settings(), scope, stale, watching);
        remote = made;
        return made;
    }

    /**
     * Makes a message of parts.
     *
     * @param handle what it goes on from, or null
     */
    Outgoing message(List<Part> parts, @Nullable String handle) {
        Conversations.Kept kept =
                handle == null ? null : settings.conversations().find(site.identity(), handle);
        if (handle != null && kept == null) {
            throw Arguments.unknownHandle();
        }
        if (kept == null) {
            String known = settings.continuous() ? settings.conversations().context(site.identity()) : "";
            return new Outgoing(messageId(0), parts, known, "", List.of(), metadata());
        }
        return message(parts, kept);
    }

    /** Makes a message that goes on from what was kept. A task that is over takes no more messages: what follows refers to it. */
    Outgoing message(List<Part> parts, Conversations.Kept kept) {
        stale = new Stale(kept.stamp());
        return kept.waits()
                ? new Outgoing(messageId(0), parts, kept.contextId(), kept.taskId(), List.of(), metadata())
                : new Outgoing(messageId(0), parts, kept.contextId(), "", references(kept), metadata());
    }

    private static List<String> references(Conversations.Kept kept) {
        return kept.taskId().isEmpty() ? List.of() : List.of(kept.taskId());
    }

    /** Returns what can be gone on from; null when there is nothing. */
    Conversations.@Nullable Kept last() {
        return last;
    }

    List<String> inputModes(AgentCard card) {
        return skill == null || skill.inputModes().isEmpty() ? card.inputModes() : skill.inputModes();
    }

    String skillWords(AgentCard card) {
        return skill == null || card.skills().size() < 2
                ? ""
                : "(This asks for the skill \"" + skill.name() + "\", id " + skill.id() + ".)";
    }

    private List<Requirement> security() {
        return skill == null ? List.of() : skill.security();
    }

    private Map<String, Json> metadata() {
        return skill == null ? Map.of() : Map.of(SKILL_KEY, Json.string(skill.id()));
    }

    /** Is the same over attempts, restarts and processes; another one for what is sent after a pause. */
    private String messageId(int resumption) {
        String key = resumption == 0 ? site.key() : site.key() + '/' + resumption;
        return "hb-" + Trace.hex(key, 16);
    }

    private Json outcome(AgentCard card, Ended ended, String messageId) {
        if (ended instanceof Ended.Said said) {
            last = new Conversations.Kept(site.identity(), said.message().contextId(), "", false, "");
            remember(said.message().contextId());
            return writer(card).of(said.message(), "");
        }
        if (ended instanceof Ended.StillGoing going) {
            return timeUp(card, going.task(), messageId);
        }
        RemoteTask task = ((Ended.Settled) ended).task();
        remember(task.contextId());
        return settled(card, task, messageId);
    }

    private Json settled(AgentCard card, RemoteTask task, String messageId) {
        last = Conversations.kept(site.identity(), task);
        if (task.state().isInterrupted() && !settings.parks()) {
            return writer(card).of(task, "");
        }
        return switch (task.state()) {
            case COMPLETED -> writer(card).of(task, handle(task));
            case FAILED -> throw Failures.permanent(Failures.FAILED, words("the remote task failed", card, task));
            case REJECTED ->
                throw Failures.permanent(Failures.REJECTED, words("the remote agent declined", card, task));
            case CANCELED ->
                throw Failures.permanent(Failures.CANCELLED, words("the task was cancelled remotely", card, task));
            case INPUT_REQUIRED -> question(card, task, messageId);
            default ->
                throw Pauses.authorise(card, task, parked(Parked.Kind.AUTH, card, task, messageId), number, limits());
        };
    }

    private Json question(AgentCard card, RemoteTask task, String messageId) {
        if (settings.questions() == A2aQuestions.PLANNER) {
            return writer(card).of(task, handle(task));
        }
        throw Pauses.question(card, task, parked(Parked.Kind.INPUT, card, task, messageId));
    }

    private Parked parked(Parked.Kind kind, AgentCard card, RemoteTask task, String messageId) {
        return Parked.of(kind, Objects.requireNonNull(at), task, messageId, card.digest());
    }

    private Json timeUp(AgentCard card, RemoteTask task, String messageId) {
        if (settings.deadline() == A2aDeadline.DETACH) {
            throw Pauses.detached(card, task, parked(Parked.Kind.DETACHED, card, task, messageId), number, limits());
        }
        RemoteTask end = Objects.requireNonNull(cancel).now();
        if (end != null && end.state() == TaskState.COMPLETED) {
            return settled(card, end, messageId);
        }
        throw Failures.timeUp(task, end);
    }

    private String words(String what, AgentCard card, RemoteTask task) {
        String said = Words.text(task.status().text(), 2000);
        List<String> kept =
                task.artifacts().isEmpty() ? List.of() : writer(card).kept(task);
        String partial = kept.isEmpty() ? "" : "; what it had made is kept as " + String.join(", ", first(kept));
        return what + (said.isEmpty() ? "" : ": " + said) + partial + " (task " + Words.line(task.id()) + ")";
    }

    private static List<String> first(List<String> refs) {
        return refs.subList(0, Math.min(refs.size(), 10));
    }

    private ResultWriter writer(AgentCard card) {
        return new ResultWriter(card, site.files());
    }

    private String handle(RemoteTask task) {
        return settings.conversations().handle(site.identity(), task);
    }

    private void remember(String contextId) {
        if (settings.continuous()) {
            settings.conversations().remember(site.identity(), contextId);
        }
    }

    /** Says how a task ended that was to be stopped: it may have come to a result before that. */
    Json cancelled(RuntimeException e) {
        // The interrupt may have come before what listens to the cancellation.
        stop();
        TaskCancel known = cancel;
        RemoteCall call = remote;
        RemoteTask end = known == null ? null : known.end();
        AgentCard card = peer.cards().current();
        if (end == null || card == null || call == null) {
            throw Failures.of(e, sent, at);
        }
        if (end.state() == TaskState.CANCELED) {
            throw Failures.permanent(
                    ErrorCode.CANCELLED, "the call was cancelled, and so was the remote task " + Words.line(end.id()));
        }
        if (!end.state().isTerminal()) {
            throw Failures.of(e, true, at);
        }
        return settled(card, end, "");
    }

    RuntimeException failed(RuntimeException e) {
        TaskCancel known = cancel;
        if (known != null) {
            // Nobody waits for the task any more.
            known.soon();
        }
        return Failures.of(e, sent, at);
    }
}
