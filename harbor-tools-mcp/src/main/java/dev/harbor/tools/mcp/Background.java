package dev.harbor.tools.mcp;

/** Runs what may block and nobody waits for. Thread-safe. */
final class Background {

    private Background() {}

    /** Begins a daemon thread. */
    static Thread run(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Waits for a thread to end, for a while; keeps the flag of an interrupt. */
    static void join(Thread thread, long millis) {
        if (thread == Thread.currentThread()) {
            return;
        }
        try {
            thread.join(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
