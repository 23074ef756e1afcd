package dev.harbor.catalog;

import java.util.concurrent.atomic.AtomicInteger;

/** Is the place of one owner at one time: the declared tools, or one generation of a source. Thread-safe. */
final class Slot {

    private final String owner;
    private final String generation;
    private final OwnedTools content;
    private final Availability availability;
    private final Runnable abandon;
    private final AtomicInteger snapshots = new AtomicInteger();

    /** Creates a slot; {@code abandon} is run once, when the last snapshot that has the slot is given up. */
    Slot(String owner, String generation, OwnedTools content, Availability availability, Runnable abandon) {
        this.owner = owner;
        this.generation = generation;
        this.content = content;
        this.availability = availability;
        this.abandon = abandon;
    }

    /** Returns the slot of the tools that are declared, which no source has the name of. */
    static Slot declared(OwnedTools content) {
        return new Slot("", "", content, new Availability(), () -> {});
    }

    boolean isDeclared() {
        return owner.isEmpty();
    }

    String owner() {
        return owner;
    }

    String generation() {
        return generation;
    }

    OwnedTools content() {
        return content;
    }

    Availability availability() {
        return availability;
    }

    void retain() {
        snapshots.incrementAndGet();
    }

    void release() {
        if (snapshots.decrementAndGet() == 0) {
            abandon.run();
        }
    }
}
