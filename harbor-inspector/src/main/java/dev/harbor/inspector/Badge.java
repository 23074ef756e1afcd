package dev.harbor.inspector;

import java.util.Set;

/** Shows a state as a small mark. */
final class Badge {

    /** Are the states that have a colour; whatever a class name could be made of otherwise stays out of the page. */
    private static final Set<String> KNOWN = Set.of(
            "queued",
            "running",
            "waiting",
            "succeeded",
            "failed",
            "cancelled",
            "pending",
            "paused",
            "unknown",
            "interrupted",
            "rejected",
            "denied",
            "spawned",
            "observed",
            "verified",
            "refuted",
            "claimed",
            "ready",
            "starting",
            "degraded",
            "down",
            "closed",
            "open",
            "half_open");

    private Badge() {}

    static void state(Markup html, String state) {
        html.element("span", "badge " + name(state), state.replace('_', ' '));
    }

    /** Returns a state as the name of a class. */
    static String name(String state) {
        return KNOWN.contains(state) ? state : "other";
    }
}
