package dev.harbor.run;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/**
 * Is one thing in which the configuration of a run differs from the one that it was started with.
 *
 * <p>Immutable.
 *
 * @param what the thing, as {@link ConfigurationDigest#facts} names it, for example {@code limits.maxToolCalls}
 * @param was what it was; empty if it was not set
 * @param is what it is now; empty if it is not set
 */
public record ConfigurationDrift(String what, String was, String is) {

    /** Checks that nothing is missing. */
    public ConfigurationDrift {
        Objects.requireNonNull(what, "what");
        Objects.requireNonNull(was, "was");
        Objects.requireNonNull(is, "is");
    }

    /** Returns what differs, ordered by name; nothing if and only if the digests are equal. */
    public static List<ConfigurationDrift> between(Map<String, String> was, Map<String, String> is) {
        TreeSet<String> names = new TreeSet<>(was.keySet());
        names.addAll(is.keySet());
        return names.stream()
                .map(name -> new ConfigurationDrift(name, was.getOrDefault(name, ""), is.getOrDefault(name, "")))
                .filter(drift -> !drift.was.equals(drift.is))
                .toList();
    }

    /** Returns a line for people: what differs, what it was, and what it is. */
    @Override
    public String toString() {
        return what + " was '" + was + "' and is '" + is + "'";
    }
}
