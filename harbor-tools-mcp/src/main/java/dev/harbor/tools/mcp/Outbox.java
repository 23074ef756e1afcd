package dev.harbor.tools.mcp;

import dev.harbor.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Writes messages to a child process, one a line, on a thread of its own: a child that does not read holds up nobody but that thread. Thread-safe. */
final class Outbox implements Runnable {

    private static final int MOST_WAITING = 4096;

    private final OutputStream to;
    private final Consumer<IOException> broken;
    private final LinkedBlockingQueue<Letter> waiting = new LinkedBlockingQueue<>(MOST_WAITING);
    private volatile boolean closed;

    Outbox(OutputStream to, Consumer<IOException> broken) {
        this.to = to;
        this.broken = broken;
    }

    /** Is a message on its way. Thread-safe. */
    static final class Letter {

        private enum State {
            WAITING,
            WRITTEN,
            WITHDRAWN
        }

        private final Json message;
        private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);

        private Letter(Json message) {
            this.message = message;
        }

        /** Takes it back; false if it is being written or was. */
        boolean withdraw() {
            return state.compareAndSet(State.WAITING, State.WITHDRAWN);
        }

        private boolean claim() {
            return state.compareAndSet(State.WAITING, State.WRITTEN);
        }
    }

    /**
     * Takes a message.
     *
     * @throws LinkFailure if it can't be taken
     */
    Letter put(Json message) {
        Letter letter = new Letter(message);
        if (closed) {
            throw LinkFailure.notSent("the connection to the server is closed", null);
        }
        if (!waiting.offer(letter)) {
            throw LinkFailure.notSent("the server does not read: " + MOST_WAITING + " messages wait for it", null);
        }
        return letter;
    }

    @Override
    public void run() {
        try {
            while (!closed) {
                write(waiting.take());
            }
        } catch (InterruptedException e) {
            // That is how it is closed.
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            broken.accept(e);
        }
    }

    private void write(Letter letter) throws IOException {
        if (!letter.claim()) {
            return;
        }
        letter.message.writeTo(to);
        to.write('\n');
        if (waiting.isEmpty()) {
            to.flush();
        }
    }

    void close(Thread writer) {
        closed = true;
        writer.interrupt();
    }
}
