package dev.harbor.tools.a2a;

import dev.harbor.net.Delivery;
import dev.harbor.net.NetException;
import dev.harbor.net.NetFailure;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings one task of a peer to where it is over or waits. A message is sent once: again only if the peer surely did not take it on. After that a stream that
 * breaks, or ends too soon, is gone on with by subscribing and by looking the task up; what is looked up is the truth.
 *
 * <p>Confined to one call.
 */
final class RemoteCall {

    private static final Set<NetFailure> UNREACHED =
            Set.of(NetFailure.CONNECT_FAILED, NetFailure.UNRESOLVED, NetFailure.NO_CONNECTION_FREE, NetFailure.TIMEOUT);

    private static final Logger LOG = LoggerFactory.getLogger(RemoteCall.class);

    /** How often a status that was answered may be seen again once a stream is over. */
    private static final int STALE_LOOKS = 5;

    private final PeerClient client;
    private final PeerSettings settings;
    private final CallScope scope;
    private final Stale stale;
    private final Progress progress;
    private final TaskCancel cancel;
    private final PushHook push;
    private final Waiting waiting;
    private final TaskFold fold = new TaskFold();
    private final Growth pause;
    private boolean subscribes;
    private boolean cut;
    private int staleLooks;
    private int received;

    RemoteCall(PeerClient client, PeerSettings settings, CallScope scope, Stale stale, Watching watching) {
        this.client = client;
        this.settings = settings;
        this.scope = scope;
        this.stale = stale;
        this.progress = watching.progress();
        this.cancel = watching.cancel();
        this.push = watching.push();
        this.waiting = watching.waiting();
        this.subscribes = watching.streaming();
        this.pause = new Growth(settings.limits().firstPoll(), settings.limits().longestPoll());
    }

    /** Is what a call is watched with, and may be ended or woken up by. */
    record Watching(boolean streaming, Progress progress, TaskCancel cancel, PushHook push, Waiting waiting) {}

    /**
     * Sends a message and waits for the end.
     *
     * @throws PeerError if the peer refuses it
     * @throws NetException if it did not get there, or nobody knows
     * @throws BrokenPeer if the peer breaks the protocol
     * @throws Unauthorized if the peer wants other credentials
     */
    Ended send(Outgoing message) {
        if (message.isFollowUp()) {
            begin(message.taskId(), message.contextId());
        }
        first(message);
        return watch();
    }

    /** Waits for the end of a task that is known. */
    Ended watch(RemoteTask known) {
        take(new Item.Snapshot(known));
        return watch();
    }

    private void begin(String taskId, String contextId) {
        fold.begin(taskId, contextId);
        cancel.task(taskId);
    }

    private void first(Outgoing message) {
        Growth wait = new Growth(Duration.ofMillis(200), Duration.ofSeconds(10));
        cancel.sending(message);
        for (int attempt = 1; ; attempt++) {
            try {
                receive(subscribes ? client.stream(message, push, scope) : client.send(message, push, scope));
                return;
            } catch (NetException e) {
                subscribes &= e.failure() != NetFailure.TOO_LARGE;
                if (isOver(e, message)) {
                    return;
                }
                boolean again = e.delivery() == Delivery.NOT_SENT && UNREACHED.contains(e.failure());
                if (!again || !pause(attempt, wait.next(), null)) {
                    throw e;
                }
            } catch (PeerError e) {
                if (received > 0 && fold.hasTask()) {
                    // The stream failed, not the task.
                    cut = true;
                    return;
                }
                if (!e.isBusy() || !pause(attempt, wait.next(), e.retryAfter())) {
                    throw e;
                }
            }
        }
    }

    /** Tells whether the message got there all the same, so that its task can be watched. */
    private boolean isOver(NetException e, Outgoing message) {
        if (e.failure() == NetFailure.CANCELLED || e.delivery() == Delivery.NOT_SENT) {
            return false;
        }
        cut = true;
        if (fold.hasTask() && !message.isFollowUp()) {
            return true;
        }
        return message.isFollowUp() || found(message);
    }

    /** Looks for the task of a message whose answer was lost; without a conversation there is nothing to look through. */
    private boolean found(Outgoing message) {
        if (message.contextId().isEmpty() || client.at().version() != ProtocolVersion.V1_0) {
            return false;
        }
        for (RemoteTask task : listed(message.contextId())) {
            boolean ours =
                    task.history().stream().anyMatch(each -> each.messageId().equals(message.messageId()));
            if (ours) {
                take(new Item.Snapshot(task));
                return true;
            }
        }
        return false;
    }

    private List<RemoteTask> listed(String contextId) {
        try {
            return client.tasks(
                    contextId,
                    scope.until(Deadline.in(
                            scope.deadline().within(settings.limits().head()))));
        } catch (PeerError | BrokenPeer | NetException e) {
            return List.of();
        }
    }

    /** Waits before the message is tried again; false if it may not be. */
    private boolean pause(int attempt, Duration wait, @Nullable Duration asked) {
        Duration time = asked == null || asked.compareTo(wait) < 0 ? wait : asked;
        return attempt < settings.limits().sendAttempts()
                && time.compareTo(scope.deadline().left()) < 0
                && waiting.await(time, scope.cancellation());
    }

    /** Takes in what comes until the task is settled or nothing comes any more. */
    private void receive(ItemStream items) {
        try (items) {
            Item item = items.next();
            while (item != null) {
                take(item);
                received++;
                if (isSettled(fold.status())) {
                    return;
                }
                item = items.next();
            }
            // What came after its end is not known yet.
            cut |= items.isStream();
        }
    }

    private void take(Item item) {
        fold.take(item);
        if (fold.hasTask()) {
            cancel.task(fold.taskId());
        }
        if (item instanceof Item.StatusChange change && !change.status().state().isTerminal()) {
            progress.tell(change.status());
        }
    }

    private boolean isSettled(RemoteStatus status) {
        TaskState state = status.state();
        return fold.hasTask() && (state.isTerminal() || (state.isInterrupted() && !isAnswered(status)));
    }

    private boolean isAnswered(RemoteStatus status) {
        return stale.is(status) && staleLooks < STALE_LOOKS;
    }

    private Ended watch() {
        RemoteMessage answer = fold.answer();
        if (answer != null) {
            return new Ended.Said(answer);
        }
        if (!fold.hasTask()) {
            throw new BrokenPeer("its answer ended with neither a message nor a task");
        }
        while (!isSettled(fold.status())) {
            if (!goOn()) {
                return new Ended.StillGoing(fold.task());
            }
        }
        if (cut) {
            confirm();
        }
        return new Ended.Settled(fold.task());
    }

    /** Does one more thing to learn how the task goes; false if there is no time left. */
    private boolean goOn() {
        if (scope.deadline().isOver()) {
            return false;
        }
        if (subscribes) {
            subscribe();
        }
        if (!isSettled(fold.status())) {
            look();
            staleLooks += stale.is(fold.status()) ? 1 : 0;
        }
        if (isSettled(fold.status())) {
            return true;
        }
        requireGoingOn();
        waiting.await(scope.deadline().within(pause.next()), scope.cancellation());
        requireGoingOn();
        return !scope.deadline().isOver();
    }

    /** Takes the artifacts from where they are whole, since a part may have come twice or not at all. */
    private void confirm() {
        try {
            RemoteTask whole = client.task(fold.taskId(), scope);
            if (isSettled(whole.status())) {
                take(new Item.Snapshot(whole));
            }
        } catch (PeerError | BrokenPeer | NetException e) {
            LOG.info("a remote task that has settled could not be looked up once more: {}", e.getMessage());
        }
    }

    /** Returns the task as far as it is known; null before there is one. */
    @Nullable
    RemoteTask known() {
        return fold.hasTask() ? fold.task() : null;
    }

    private void requireGoingOn() {
        if (scope.cancellation().isCancelled() || Thread.currentThread().isInterrupted()) {
            throw new CallCancelled();
        }
    }

    private void subscribe() {
        try {
            receive(client.subscribe(fold.taskId(), scope));
        } catch (PeerError e) {
            // It is over, or the peer has no such thing: looking it up says more.
            subscribes = e.mayPass();
            cut = true;
        } catch (NetException e) {
            passing(e);
            subscribes &= e.failure() != NetFailure.TOO_LARGE;
        }
    }

    /** Looks the task up. What may pass is waited out. */
    private void look() {
        try {
            take(new Item.Snapshot(client.task(fold.taskId(), scope)));
        } catch (PeerError e) {
            if (!e.mayPass()) {
                throw e;
            }
        } catch (NetException e) {
            passing(e);
            if (e.failure() == NetFailure.TOO_LARGE) {
                throw e;
            }
        }
    }

    private void passing(NetException e) {
        if (e.failure() == NetFailure.CANCELLED || e.failure() == NetFailure.CLOSED) {
            throw e;
        }
        if (e.failure() == NetFailure.EGRESS_REFUSED || e.failure() == NetFailure.TLS_FAILED) {
            throw e;
        }
        cut = true;
    }
}
