package dev.harbor.tools.a2a;

import dev.harbor.net.NetException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks a peer to stop a task, once, whoever wants it first. Thread-safe. */
final class TaskCancel {

    private static final Logger LOG = LoggerFactory.getLogger(TaskCancel.class);

    private final PeerClient client;
    private final PeerSettings settings;
    private final CallScope scope;
    private final AtomicBoolean asked = new AtomicBoolean();
    private final AtomicBoolean searched = new AtomicBoolean();
    private final AtomicBoolean handed = new AtomicBoolean();
    private final CompletableFuture<Optional<RemoteTask>> end = new CompletableFuture<>();
    private final Waiting pause = new Waiting();
    private volatile @Nullable Outgoing sent;
    private volatile String taskId = "";
    private volatile boolean wanted;

    TaskCancel(PeerClient client, PeerSettings settings, CallScope scope) {
        this.client = client;
        this.settings = settings;
        this.scope = scope;
    }

    /** Names the message that is being sent, by which its task is found when it has to be stopped before anybody has named it. */
    void sending(Outgoing message) {
        sent = message;
    }

    /** Names the task, as soon as it is known; it is stopped if that is wanted already. */
    void task(String id) {
        taskId = id;
        if (wanted) {
            soon();
        }
    }

    /** Has the task stopped by another thread, and looked for if nobody has named it yet; does not block. */
    void wherever() {
        soon();
        if (taskId.isEmpty() && mayBeFound()) {
            search();
        }
    }

    /** Has the task stopped by another thread; does not block. */
    void soon() {
        wanted = true;
        if (taskId.isEmpty() || !handed.compareAndSet(false, true)) {
            return;
        }
        if (!settings.access().background().run("cancelling a remote task", this::now)) {
            end.complete(Optional.empty());
        }
    }

    /** Only agents of 1.0 list their tasks. */
    private boolean mayBeFound() {
        return sent != null && client.at().version() == ProtocolVersion.V1_0;
    }

    private void search() {
        if (searched.compareAndSet(false, true)) {
            settings.access().background().run("looking for a remote task to cancel", this::searchAndStop);
        }
    }

    /** The message may be on its way still, so one look is not enough. */
    private void searchAndStop() {
        CallScope own = scope.after(Deadline.in(settings.limits().cancel()));
        Growth wait =
                new Growth(settings.limits().firstPoll(), settings.limits().longestPoll());
        while (taskId.isEmpty() && !own.deadline().isOver() && isListed(own)) {
            if (taskId.isEmpty()) {
                pause.await(own.deadline().within(wait.next()), own.cancellation());
            }
        }
        if (!taskId.isEmpty()) {
            soon();
        }
    }

    /** Looks for the task among the latest, and tells whether it is worth while to look again. */
    private boolean isListed(CallScope own) {
        Outgoing message = Objects.requireNonNull(sent);
        try {
            client.tasks(message.contextId(), own).stream()
                    .filter(task -> task.history().stream()
                            .anyMatch(each -> each.messageId().equals(message.messageId())))
                    .findFirst()
                    .ifPresent(task -> taskId = task.id());
            return true;
        } catch (PeerError | NetException | BrokenPeer | Unauthorized e) {
            LOG.info("a remote task that is to be cancelled could not be looked for: {}", e.getMessage());
            return false;
        }
    }

    /** Waits until the peer has said what became of the task, within the time for it; null if nobody knows or nothing was to be stopped. */
    @Nullable
    RemoteTask end() {
        return taskId.isEmpty() || !wanted ? null : end.join().orElse(null);
    }

    /**
     * Has the task stopped, within the time for it.
     *
     * @return the task afterwards, or null if nobody knows
     */
    @Nullable
    RemoteTask now() {
        if (taskId.isEmpty() || !asked.compareAndSet(false, true)) {
            return null;
        }
        Optional<RemoteTask> known = Optional.empty();
        try {
            known = Optional.ofNullable(cancelled());
            return known.orElse(null);
        } finally {
            end.complete(known);
        }
    }

    private @Nullable RemoteTask cancelled() {
        CallScope own = scope.after(Deadline.in(settings.limits().cancel()));
        try {
            return client.cancel(taskId, own);
        } catch (PeerError e) {
            // It may have ended some other way in the meantime.
            return lookUp(own);
        } catch (NetException | BrokenPeer | Unauthorized e) {
            LOG.info("a remote task could not be cancelled: {}", e.getMessage());
            return null;
        }
    }

    private @Nullable RemoteTask lookUp(CallScope own) {
        try {
            return client.task(taskId, own);
        } catch (PeerError | NetException | BrokenPeer | Unauthorized e) {
            LOG.info("a remote task could be neither cancelled nor looked up: {}", e.getMessage());
            return null;
        }
    }
}
