package dev.harbor.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The first-level packages, lowest layer first. A layer uses the layers below it and, inside itself, only what {@link #EDGES} names. */
final class Features {

    private static final List<Set<String>> CORE = List.of(
            Set.of("error"),
            Set.of("identity", "json", "seal"),
            Set.of("artifact", "policy", "pause", "tool"),
            Set.of("event", "access", "catalog", "llm", "transport", "journal"),
            Set.of("safety"),
            Set.of("plan", "run"),
            Set.of("planner"),
            Set.of("dispatch"),
            Set.of("history"),
            Set.of("loop"),
            Set.of("turn"),
            Set.of("flow", "runtime"));

    private static final List<Set<String>> OTHER_MODULES = List.of(
            Set.of("artifacts", "inspector", "net", "store", "observability"),
            Set.of("adapter", "oauth", "tools"),
            Set.of("testkit", "spring"),
            Set.of("examples"));

    private static final Set<String> EDGES = Set.of(
            "tool->artifact",
            "tool->policy",
            "tool->pause",
            "catalog->access",
            "catalog->event",
            "llm->event",
            "transport->catalog",
            "run->plan");

    /** A package outside core may not use it, one of core may. */
    private static final String SHARED_INSIDE_CORE = "json";

    /** The packages of core that no module but core sees. */
    private static final Set<String> HIDDEN = Set.of("dispatch", "history", "turn");

    private static final Map<String, Integer> LAYERS = layers();

    private final String root;

    Features(String root) {
        this.root = root;
    }

    /** Returns the first-level package of a class, which is empty for the root package itself. */
    String of(JavaClass type) {
        String inside = type.getPackageName().substring(root.length());
        return inside.isEmpty() ? inside : inside.substring(1).split("\\.", 2)[0];
    }

    boolean contain(JavaClass type) {
        return (type.getPackageName() + '.').startsWith(root + '.');
    }

    boolean isKnown(JavaClass type) {
        return LAYERS.containsKey(of(type));
    }

    /** Tells whether the layers let one class use another. */
    boolean allows(JavaClass from, JavaClass to) {
        String user = of(from);
        String used = of(to);
        if (user.equals(used) || EDGES.contains(user + "->" + used)) {
            return true;
        }
        return LAYERS.getOrDefault(user, -1) > LAYERS.getOrDefault(used, Integer.MAX_VALUE);
    }

    /** Tells whether a class may see the internal packages of another one's feature. */
    boolean opens(JavaClass from, JavaClass to) {
        return of(from).equals(of(to)) || of(to).equals(SHARED_INSIDE_CORE) && isCore(from);
    }

    boolean isCore(JavaClass type) {
        return CORE.stream().anyMatch(layer -> layer.contains(of(type)));
    }

    /** Tells whether a class is part of what is published, unlike the examples, which talk to a terminal. */
    boolean isLibrary(JavaClass type) {
        return contain(type) && !of(type).equals("examples");
    }

    static boolean isInternal(JavaClass type) {
        return (type.getPackageName() + '.').contains(".internal.");
    }

    /** Tells whether a module exports the package of a class. */
    boolean isExported(JavaClass type) {
        return isLibrary(type) && !isInternal(type) && !HIDDEN.contains(of(type));
    }

    private static Map<String, Integer> layers() {
        Map<String, Integer> layers = new HashMap<>();
        int layer = 0;
        for (List<Set<String>> part : List.of(CORE, OTHER_MODULES)) {
            for (Set<String> features : part) {
                int current = layer++;
                features.forEach(feature -> layers.put(feature, current));
            }
        }
        return Map.copyOf(layers);
    }
}
