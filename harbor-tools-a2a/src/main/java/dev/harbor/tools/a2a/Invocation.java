package dev.harbor.tools.a2a;

import dev.harbor.artifact.ScopedArtifacts;
import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import dev.harbor.net.NetException;
import dev.harbor.net.NetFailure;
import dev.harbor.policy.Cancellation;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolFailed;
import dev.harbor.tool.ToolHandler;
import dev.harbor.tool.ToolOutput;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Is the code behind a tool: hands a message to the agent, waits for what becomes of it, and makes an outcome of that.
 *
 * <p>Thread-safe.
 */
final class Invocation implements ToolHandler<Json, ToolOutput<Json>> {

    /** Names the skill in the metadata of a message; the protocol has no place for it. */
    static final String SKILL_KEY = "https://harbor.dev/a2a/skill";

    /** Is kept of the time of a call for cancelling the task and saying how it ended. */
    private static final Duration LONGEST_MARGIN = Duration.ofSeconds(5);

    private final Peer peer;
    private final ToolSettings settings;
    private final @Nullable AgentSkill skill;

    /** Creates the code of a tool for a skill, or for the agent as a whole when there is none. */
    Invocation(Peer peer, ToolSettings settings, @Nullable AgentSkill skill) {
        this.peer = peer;
        this.settings = settings;
        this.skill = skill;
    }

    @Override
    public ToolOutput<Json> call(Json input, ToolContext context) {
        Attempt attempt = new Attempt(context);
        try (Cancellation.Registration ignored = context.cancellation().onCancel(attempt::stop)) {
            return attempt.begin(input);
        } catch (CallCancelled e) {
            return attempt.cancelled(e);
        } catch (NetException e) {
            if (e.failure() == NetFailure.CANCELLED) {
                return attempt.cancelled(e);
            }
            throw attempt.failed(e);
        } catch (PeerError | BrokenPeer | Unauthorized e) {
            throw attempt.failed(e);
        }
    }

    private List<Requirement> security() {
        return skill == null ? List.of() : skill.security();
    }

    /** Is one attempt of a call. */
    private final class Attempt {

        private final ToolContext context;
        private final CallScope scope;
        private @Nullable TaskCancel cancel;
        private @Nullable RemoteCall remote;
        private @Nullable AgentInterface at;
        private Stale stale = Stale.NOTHING;
        private boolean sent;
        private volatile boolean stopped;

        private Attempt(ToolContext context) {
            this.context = context;
            this.scope = new CallScope(
                    context.identity(),
                    context.cancellation(),
                    Deadline.in(context.remaining().map(this::withoutMargin).orElse(ToolSettings.NO_LIMIT)),
                    context.idempotencyKey(),
                    context.attempt());
        }

        private Duration withoutMargin(Duration remaining) {
            Duration tenth = remaining.dividedBy(10);
            return remaining.minus(tenth.compareTo(LONGEST_MARGIN) < 0 ? tenth : LONGEST_MARGIN);
        }

        private void stop() {
            stopped = true;
            TaskCancel known = cancel;
            if (known != null) {
                known.soon();
            }
        }

        private ToolOutput<Json> begin(Json input) {
            AgentCard card = peer.cards().card();
            List<AgentInterface> all = peer.interfaces(card);
            Outgoing message = message(card, input);
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

        private ToolOutput<Json> send(AgentCard card, AgentInterface to, Outgoing message) {
            RemoteCall call = remote(card, to, stale);
            sent = true;
            try {
                return outcome(card, call.send(message), message.messageId());
            } catch (PeerError e) {
                return answered(card, to, message, e);
            }
        }

        /** Says what became of a task that takes no answer. */
        private ToolOutput<Json> answered(AgentCard card, AgentInterface to, Outgoing message, PeerError e) {
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
            RemoteCall.Watching watching = new RemoteCall.Watching(
                    card.streaming(), new Progress(context::progress), stopping, PushHook.NONE, waiting);
            RemoteCall made = new RemoteCall(client, peer.settings(), scope, stale, watching);
            remote = made;
            return made;
        }

        private Outgoing message(AgentCard card, Json input) {
            Arguments arguments =
                    new Arguments(input, inputModes(card), peer.settings().limits());
            List<Part> parts = arguments.parts(skillWords(card), context);
            String handle = arguments.handle();
            Conversations.Kept kept =
                    handle == null ? null : settings.conversations().find(context.identity(), handle);
            if (handle != null && kept == null) {
                throw Arguments.unknownHandle();
            }
            String messageId = messageId(0);
            if (kept == null) {
                String known = settings.continuous() ? settings.conversations().context(context.identity()) : "";
                return new Outgoing(messageId, parts, known, "", List.of(), metadata());
            }
            stale = new Stale(kept.stamp());
            // A task that is over takes no more messages: what follows refers to it.
            return kept.waits()
                    ? new Outgoing(messageId, parts, kept.contextId(), kept.taskId(), List.of(), metadata())
                    : new Outgoing(messageId, parts, kept.contextId(), "", List.of(kept.taskId()), metadata());
        }

        private List<String> inputModes(AgentCard card) {
            return skill == null || skill.inputModes().isEmpty() ? card.inputModes() : skill.inputModes();
        }

        private String skillWords(AgentCard card) {
            boolean plain = skill == null || card.skills().size() < 2;
            return plain ? "" : "(This asks for the skill \"" + skill.name() + "\", id " + skill.id() + ".)";
        }

        private Map<String, Json> metadata() {
            return skill == null ? Map.of() : Map.of(SKILL_KEY, Json.string(skill.id()));
        }

        /** Is the same over attempts, restarts and processes; another one for what is sent after a pause. */
        private String messageId(int resumption) {
            String key = resumption == 0 ? context.idempotencyKey() : context.idempotencyKey() + '/' + resumption;
            return "hb-" + Trace.hex(key, 16);
        }

        private ToolOutput<Json> outcome(AgentCard card, Ended ended, String messageId) {
            if (ended instanceof Ended.Said said) {
                remember(said.message().contextId());
                return ToolOutput.of(writer(card).of(said.message(), ""));
            }
            if (ended instanceof Ended.StillGoing going) {
                return timeUp(card, going.task(), messageId);
            }
            RemoteTask task = ((Ended.Settled) ended).task();
            remember(task.contextId());
            return settled(card, task, messageId);
        }

        private ToolOutput<Json> settled(AgentCard card, RemoteTask task, String messageId) {
            return switch (task.state()) {
                case COMPLETED -> ToolOutput.of(writer(card).of(task, handle(task)));
                case FAILED -> throw Failures.permanent(Failures.FAILED, words("the remote task failed", card, task));
                case REJECTED ->
                    throw Failures.permanent(Failures.REJECTED, words("the remote agent declined", card, task));
                case CANCELED ->
                    throw Failures.permanent(Failures.CANCELLED, words("the task was cancelled remotely", card, task));
                case INPUT_REQUIRED -> question(card, task, messageId);
                default -> throw Pauses.authorise(task, parked(Parked.Kind.AUTH, card, task, messageId));
            };
        }

        private ToolOutput<Json> question(AgentCard card, RemoteTask task, String messageId) {
            if (settings.questions() == A2aQuestions.PLANNER) {
                return ToolOutput.of(writer(card).of(task, handle(task)));
            }
            throw Pauses.question(task, parked(Parked.Kind.INPUT, card, task, messageId));
        }

        private Parked parked(Parked.Kind kind, AgentCard card, RemoteTask task, String messageId) {
            return Parked.of(kind, Objects.requireNonNull(at), task, messageId, card.digest());
        }

        private ToolOutput<Json> timeUp(AgentCard card, RemoteTask task, String messageId) {
            if (settings.deadline() == A2aDeadline.DETACH) {
                throw Pauses.detached(task, parked(Parked.Kind.DETACHED, card, task, messageId));
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
            ScopedArtifacts artifacts = context.artifacts();
            return new ResultWriter(card, artifacts);
        }

        private String handle(RemoteTask task) {
            return settings.conversations().handle(context.identity(), task);
        }

        private void remember(String contextId) {
            if (settings.continuous()) {
                settings.conversations().remember(context.identity(), contextId);
            }
        }

        /** Says how a task ended that was to be stopped: it may have come to a result before that. */
        private ToolOutput<Json> cancelled(RuntimeException e) {
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

        private RuntimeException failed(RuntimeException e) {
            TaskCancel known = cancel;
            if (known != null) {
                // Nobody waits for the task any more.
                known.soon();
            }
            return Failures.of(e, sent, at);
        }
    }
}
