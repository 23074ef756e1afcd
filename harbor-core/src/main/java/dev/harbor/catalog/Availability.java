package dev.harbor.catalog;

/** Is whether an owner serves; shared by all generations of its slot, so that a running turn learns of it too. Thread-safe. */
final class Availability {

    private volatile boolean up = true;

    boolean isUp() {
        return up;
    }

    void mark(boolean serves) {
        up = serves;
    }
}
