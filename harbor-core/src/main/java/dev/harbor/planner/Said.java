package dev.harbor.planner;

import java.util.function.Consumer;

/** Hears one answer, and begins anew when the model is asked anew. Pieces and restarts come one after another, from any thread. */
final class Said implements Consumer<String> {

    private final Consumer<String> listener;
    private final Runnable again;
    private volatile SayStream stream;

    Said(Consumer<String> listener, Runnable again) {
        this.listener = listener;
        this.again = again;
        this.stream = new SayStream(listener);
    }

    @Override
    public void accept(String piece) {
        stream.accept(piece);
    }

    void restart() {
        stream = new SayStream(listener);
        again.run();
    }
}
