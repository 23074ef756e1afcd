package dev.harbor.testkit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Keeps effects. Thread-safe. */
interface EffectLog extends AutoCloseable {

    void add(Effect effect) throws IOException;

    List<Effect> read() throws IOException;

    @Override
    void close() throws IOException;

    /** Keeps them in memory. */
    final class InMemory implements EffectLog {

        private final List<Effect> effects = new ArrayList<>();

        @Override
        public synchronized void add(Effect effect) {
            effects.add(effect);
        }

        @Override
        public synchronized List<Effect> read() {
            return List.copyOf(effects);
        }

        @Override
        public void close() {}
    }
}
