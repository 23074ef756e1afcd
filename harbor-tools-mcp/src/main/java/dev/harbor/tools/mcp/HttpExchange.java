package dev.harbor.tools.mcp;

import dev.harbor.net.NetException;
import dev.harbor.net.NetFailure;
import dev.harbor.net.Reply;
import dev.harbor.net.SseEvent;
import dev.harbor.net.SseReader;
import dev.harbor.policy.Cancellation;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Is a request over HTTP. The thread that waits reads; a stream that ends before the answer is taken up again where the server allows that.
 *
 * <p>One thread at a time, but {@link #abandon} and {@link #ask} may come from another.
 */
final class HttpExchange implements Exchange {

    /** How long the end of a stream is waited for after its answer. */
    private static final Duration END_OF_STREAM = Duration.ofMillis(50);

    private static final Duration RETRY = Duration.ofSeconds(1);

    /** The limits of the request are what bounds a body. */
    private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

    private static final int MOST_RESUMPTIONS = 100;

    /** A call whose question waits for a person keeps its request open so long. */
    private static final Duration PARKED = Duration.ofHours(1);

    private final HttpLink link;
    private final long id;
    private final Request request;
    private final Cancellation cancellation;
    private final Queue<Question> questions = new ConcurrentLinkedQueue<>();
    private final Semaphore news = new Semaphore(0);
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile @Nullable Reply reply;
    private @Nullable SseReader events;
    private volatile @Nullable Envelope answer;
    private @Nullable FutureTask<Boolean> reading;
    private volatile Patience patience;
    private int resumptions;

    HttpExchange(HttpLink link, long id, Request request, Patience patience) {
        this.link = link;
        this.id = id;
        this.request = request;
        this.patience = patience;
        this.cancellation = link.root().child();
        Progress progress = request.progress();
        if (progress != null) {
            progress.wakes(this);
        }
    }

    // ---- sending

    /**
     * Sends the request, and returns when the head of the answer is there, or a question before it.
     *
     * @throws LinkFailure if there is none, or it says no
     */
    void begin() throws InterruptedException {
        boolean begun = false;
        Watch watch = new Watch(patience, cancellation);
        try {
            if (hearsQuestions()) {
                link.hears(this);
                beginAside();
            } else {
                send(Duration.ofNanos(Math.max(1, patience.leftNanos())));
            }
            begun = true;
        } catch (NetException e) {
            throw notBegun(HttpSender.failure(e, patience, request.method()));
        } catch (InterruptedException e) {
            abandon("the caller was interrupted");
            throw e;
        } finally {
            watch.close();
            if (!begun) {
                close();
            }
        }
    }

    private LinkFailure notBegun(LinkFailure failure) {
        if (failure.isGivenUp()) {
            abandon(failure.text());
        }
        return failure;
    }

    private void beginAside() throws InterruptedException {
        FutureTask<Boolean> task = aside(() -> send(PARKED));
        while (!task.isDone() && questions.isEmpty()) {
            news.acquire();
            tellProgress();
        }
        if (task.isDone()) {
            requireDone(task);
        }
    }

    private void send(Duration head) {
        if (request.method().equals("initialize")) {
            link.forgetSession();
        }
        String session = link.session();
        Reply came = link.sender()
                .post(link.sender().endpoint(), request.message(id), link.headers(request), head, cancellation);
        reply = came;
        accept(came, session);
    }

    private void accept(Reply came, @Nullable String session) {
        if (came.status() == 404
                && session != null
                && !link.isModern()
                && !request.method().equals("initialize")) {
            throw LinkFailure.session("the server does not know the session any more");
        }
        if (!came.isSuccess()) {
            throw HttpSender.refused(came);
        }
        if (request.method().equals("initialize")) {
            link.begin(came);
        }
        if (came.mediaType().filter(type -> type.isEventStream()).isPresent()) {
            events = came.events();
        } else {
            whole(came);
        }
    }

    private void whole(Reply came) {
        String text = new String(came.bodyBytes(MOST_BYTES), StandardCharsets.UTF_8);
        if (text.isBlank()) {
            throw LinkFailure.status(
                    came.status(), false, "the server accepted the request and did not answer it", null);
        }
        link.take(text, this);
        if (answer == null) {
            throw LinkFailure.unreadable(
                    "the server answered with "
                            + came.mediaType().map(Object::toString).orElse("what has no media type")
                            + " that holds no answer to the request",
                    null);
        }
    }

    /** Takes an answer; false if it belongs to another request. */
    boolean answered(Envelope message) {
        Long number = message.number();
        if (number == null || number != id || answer != null) {
            return false;
        }
        Progress progress = request.progress();
        if (progress != null) {
            progress.end();
        }
        answer = message;
        return true;
    }

    private void tellProgress() {
        Progress progress = request.progress();
        if (progress != null) {
            progress.tell();
        }
    }

    @Override
    public void stir() {
        if (hearsQuestions()) {
            news.release();
        }
    }

    // ---- waiting

    /** Tells whether a question that comes over another stream can be put to who waits. */
    private boolean hearsQuestions() {
        return link.asksElsewhere() && request.method().equals("tools/call");
    }

    @Override
    public Step next(Patience waiting) throws InterruptedException {
        patience = waiting;
        Watch watch = new Watch(waiting, cancellation);
        try {
            return step();
        } catch (NetException e) {
            throw HttpSender.failure(e, waiting, request.method());
        } finally {
            watch.close();
        }
    }

    private Step step() throws InterruptedException {
        while (true) {
            // What came before the answer is there when the answer is.
            Envelope came = answer;
            tellProgress();
            Question question = openQuestion();
            if (question != null) {
                return new Step(null, question);
            }
            if (came != null) {
                ended.set(true);
                finish(patience.ticks());
                return new Step(Answers.result(came), null);
            }
            if (hearsQuestions()) {
                readAside();
            } else {
                read();
            }
        }
    }

    private @Nullable Question openQuestion() {
        Question question = questions.poll();
        while (question != null && question.isDone()) {
            question = questions.poll();
        }
        return question;
    }

    /** Lets another thread read, so that a question which comes another way is heard while the server is silent here. */
    private void readAside() throws InterruptedException {
        FutureTask<Boolean> task = reading == null ? aside(this::readOn) : reading;
        news.acquire();
        if (task.isDone()) {
            requireDone(task);
        }
    }

    /** Reads until there is something to be told. A question ends it too, so that a server is not read faster than it is answered. */
    private void readOn() throws InterruptedException {
        while (answer == null && questions.isEmpty()) {
            read();
        }
    }

    /** Is what another thread does. */
    private interface Work {

        void run() throws InterruptedException;
    }

    private FutureTask<Boolean> aside(Work work) {
        FutureTask<Boolean> task = new FutureTask<>(() -> {
            work.run();
            return true;
        });
        reading = task;
        Background.run("harbor-mcp-stream-" + link.name(), () -> {
            task.run();
            news.release();
        });
        return task;
    }

    private void requireDone(FutureTask<Boolean> task) throws InterruptedException {
        reading = null;
        try {
            task.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
        }
    }

    /** A stream that is read to its end leaves a connection that can be used again. Servers end it with the answer; one that does not is not waited for. */
    private void finish(Ticks ticks) {
        SseReader open = events;
        Reply from = reply;
        if (open == null || from == null || link.keepsStreams()) {
            return;
        }
        Ticks.Timer timer = ticks.after(END_OF_STREAM, from::close);
        try {
            for (SseEvent event = open.next(); event != null; event = open.next()) {
                link.take(event, this);
            }
        } catch (NetException e) {
            link.keptStream();
        } finally {
            timer.cancel();
        }
    }

    private void read() throws InterruptedException {
        SseEvent event;
        try {
            event = Objects.requireNonNull(events).next();
        } catch (NetException e) {
            if (e.failure() != NetFailure.BROKEN || cancellation.isCancelled() || !canResume()) {
                throw e;
            }
            event = null;
        }
        if (event == null) {
            resume();
        } else {
            link.take(event, this);
        }
    }

    private boolean canResume() {
        return !link.isModern() && events != null && !events.lastEventId().isEmpty() && resumptions < MOST_RESUMPTIONS;
    }

    /** Goes on where the stream ended, after the time that the server has asked for. */
    private void resume() throws InterruptedException {
        SseReader over = Objects.requireNonNull(events);
        if (!canResume()) {
            throw LinkFailure.lost("the stream of the server ended before its answer", null);
        }
        resumptions++;
        Duration wait = over.retry().orElse(RETRY);
        over.close();
        if (!HttpLink.waited(wait, cancellation)) {
            throw patience.failure(request.method());
        }
        Map<String, String> headers = link.headers();
        headers.put("Last-Event-ID", over.lastEventId());
        Reply came = link.sender()
                .get(link.sender().endpoint(), headers, link.limits().request(), cancellation);
        reply = came;
        if (came.status() != 200
                || came.mediaType().filter(type -> type.isEventStream()).isEmpty()) {
            throw LinkFailure.lost(
                    "the stream of the server ended before its answer, and is not to be had again (status "
                            + came.status() + ")",
                    null);
        }
        events = came.events();
    }

    @Override
    public void ask(Question question) {
        questions.add(question);
        news.release();
    }

    // ---- the end

    @Override
    public boolean abandon(String reason) {
        if (!ended.compareAndSet(false, true)) {
            return false;
        }
        link.forget(this);
        cancellation.cancel(reason);
        Reply open = reply;
        if (open != null) {
            open.close();
        }
        if (!link.isModern() && !request.method().equals("initialize")) {
            // Until 2025-11-25 a connection that breaks says nothing about the request.
            link.sendLater(Request.notification("notifications/cancelled", Map.of("requestId", id, "reason", reason)));
        }
        return false;
    }

    @Override
    public void close() {
        link.forget(this);
        ended.set(true);
        Reply open = reply;
        if (open != null) {
            open.close();
        }
        cancellation.detach();
    }

    /** Ends an exchange when its patience is over or its caller is cancelled. */
    private static final class Watch {

        private final Patience patience;
        private final Cancellation cancellation;
        private final Cancellation.Registration withCaller;
        private final Object lock = new Object();
        private Ticks.@Nullable Timer timer;
        private boolean over;

        Watch(Patience patience, Cancellation cancellation) {
            this.patience = patience;
            this.cancellation = cancellation;
            this.withCaller = patience.cancellation().onCancel(() -> cancellation.cancel("the caller is cancelled"));
            look();
        }

        private void look() {
            long left = patience.leftNanos();
            if (left <= 0) {
                cancellation.cancel("it took too long");
                return;
            }
            synchronized (lock) {
                if (!over && left < (Long.MAX_VALUE >> 3)) {
                    timer = patience.ticks().after(Duration.ofNanos(left), this::look);
                }
            }
        }

        void close() {
            withCaller.close();
            synchronized (lock) {
                over = true;
                if (timer != null) {
                    timer.cancel();
                }
            }
        }
    }
}
