package dev.harbor.tools.a2a;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Tells what a peer says while it works, not too often and nothing twice. Confined to one call. */
final class Progress {

    private static final long APART = TimeUnit.MILLISECONDS.toNanos(250);
    private static final int LONGEST = 500;

    private final Consumer<String> told;
    private String last = "";
    private long lastAt = System.nanoTime() - APART;

    Progress(Consumer<String> told) {
        this.told = told;
    }

    void tell(RemoteStatus status) {
        String text = Words.text(status.text(), LONGEST);
        long now = System.nanoTime();
        if (text.isEmpty() || text.equals(last) || now - lastAt < APART) {
            return;
        }
        last = text;
        lastAt = now;
        told.accept(text);
    }
}
