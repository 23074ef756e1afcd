package dev.harbor.examples.quickstart;

/** Counts how calls ended. Confined to the timeline, which hands out copies. */
final class Tally {

    int succeeded;
    int failed;
    int denied;
    int offloaded;

    Tally copy() {
        Tally copy = new Tally();
        copy.succeeded = succeeded;
        copy.failed = failed;
        copy.denied = denied;
        copy.offloaded = offloaded;
        return copy;
    }

    int calls() {
        return succeeded + failed + denied;
    }
}
