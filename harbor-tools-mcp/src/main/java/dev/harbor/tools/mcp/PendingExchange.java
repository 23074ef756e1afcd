package dev.harbor.tools.mcp;

import dev.harbor.json.Json;
import dev.harbor.policy.Cancellation;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Is a request whose answer comes over the stream of all answers. Thread-safe. */
final class PendingExchange implements Exchange {

    private final Pendings link;
    private final long id;
    private final String method;
    private final @Nullable Progress progress;
    private final Queue<Object> coming = new ConcurrentLinkedQueue<>();
    private final Semaphore news = new Semaphore(0);
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile Outbox.@Nullable Letter letter;

    PendingExchange(Pendings link, long id, Request request) {
        this.link = link;
        this.id = id;
        this.method = request.method();
        this.progress = request.progress();
        if (progress != null) {
            progress.wakes(this);
        }
    }

    void sent(Outbox.Letter sent) {
        letter = sent;
    }

    String method() {
        return method;
    }

    void answered(Envelope message) {
        if (ended.compareAndSet(false, true)) {
            endProgress();
            came(message);
        }
    }

    void fail(LinkFailure why) {
        if (ended.compareAndSet(false, true)) {
            endProgress();
            Outbox.Letter sent = letter;
            boolean unsent = why.kind() == LinkFailure.Kind.LOST && sent != null && sent.withdraw();
            came(unsent ? LinkFailure.notSent(why.text(), why) : why);
        }
    }

    private void endProgress() {
        if (progress != null) {
            progress.end();
        }
    }

    @Override
    public void stir() {
        news.release();
    }

    private void came(Object what) {
        coming.add(what);
        news.release();
    }

    @Override
    public void ask(Question question) {
        came(question);
    }

    @Override
    public Step next(Patience patience) throws InterruptedException {
        Cancellation.Registration freed = patience.cancellation().onCancel(this::wake);
        try {
            return step(poll(patience));
        } finally {
            freed.close();
        }
    }

    private static Step step(Object came) {
        if (came instanceof Question question) {
            return new Step(null, question);
        }
        if (came instanceof LinkFailure failure) {
            throw failure;
        }
        return new Step(Answers.result((Envelope) came), null);
    }

    private Object poll(Patience patience) throws InterruptedException {
        while (true) {
            long left = patience.leftNanos();
            boolean told = left <= 0 ? news.tryAcquire() : news.tryAcquire(left, TimeUnit.NANOSECONDS);
            // What came before the answer is there when the answer is.
            Object came = told ? coming.poll() : null;
            if (progress != null) {
                progress.tell();
            }
            if (came == null ? patience.isOver() : came == this) {
                throw patience.failure(method);
            }
            if (came != null && !isTakenBack(came)) {
                return came;
            }
        }
    }

    private static boolean isTakenBack(Object came) {
        return came instanceof Question question && question.isDone();
    }

    private void wake() {
        came(this);
    }

    @Override
    public boolean abandon(String reason) {
        boolean waiting = ended.compareAndSet(false, true);
        if (!link.forget(id) || !waiting) {
            return false;
        }
        Outbox.Letter sent = letter;
        if (sent != null && sent.withdraw()) {
            return true;
        }
        if (!method.equals("initialize")) {
            Map<String, Object> params = Map.of("requestId", id, "reason", reason);
            link.send(Request.notification("notifications/cancelled", params));
        }
        return false;
    }

    @Override
    public void close() {
        link.forget(id);
    }

    @Override
    public String toString() {
        return "PendingExchange[" + id + ", " + Json.string(method) + ']';
    }
}
