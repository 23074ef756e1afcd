package dev.harbor.history;

import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.history.Records.Draft;
import dev.harbor.identity.Identity;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the artifacts that records name, so that each becomes the run's own before it is named. Digests of definitions, arguments and configurations are spelt as
 * references are, so where only those stand is not looked at; what else looks like a reference and is none does no harm. Thread-safe.
 */
final class NamedRefs {

    /** How many references are remembered as done; more cost a look at the store again. */
    private static final int REMEMBERED = 1024;

    private static final Set<String> DIGESTS = Set.of(
            "configuration", "tools", "drift", "definition_digest", "schema_digest", "arguments_digest", "policy");

    private static final Pattern REF = Pattern.compile(ArtifactRef.PREFIX + "[0-9a-f]{64}");

    private final Identity owner;
    private final BiConsumer<ArtifactScope, ArtifactRef> adopt;
    private final Set<List<String>> done = Collections.synchronizedSet(Collections.newSetFromMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<List<String>, Boolean> eldest) {
            return size() > REMEMBERED;
        }
    }));

    NamedRefs(Identity owner, BiConsumer<ArtifactScope, ArtifactRef> adopt) {
        this.owner = owner;
        this.adopt = adopt;
    }

    /**
     * Lets the runs that records are of adopt what they name. Blocks on the artifact store when something was not named before.
     *
     * @throws dev.harbor.error.StoreException if the store fails
     */
    void adopt(List<Draft> drafts) {
        for (Draft draft : drafts) {
            String runId = String.valueOf(draft.data().get("run_id"));
            for (String ref : in(draft)) {
                List<String> use = List.of(runId, ref);
                if (!done.contains(use)) {
                    adopt.accept(new ArtifactScope(owner, runId), new ArtifactRef(ref));
                    done.add(use);
                }
            }
        }
    }

    /** Returns what looks like a reference in the members of a record that come from outside. */
    static Set<String> in(Draft draft) {
        Set<String> refs = new LinkedHashSet<>();
        draft.data().forEach((name, value) -> {
            if (!DIGESTS.contains(name)) {
                find(value, refs);
            }
        });
        return refs;
    }

    private static void find(@Nullable Object value, Set<String> refs) {
        if (value instanceof Map<?, ?> members) {
            members.values().forEach(member -> find(member, refs));
        } else if (value instanceof List<?> elements) {
            elements.forEach(element -> find(element, refs));
        } else if (value != null && !(value instanceof Number || value instanceof Boolean)) {
            find(value.toString(), refs);
        }
    }

    private static void find(String text, Set<String> refs) {
        if (text.contains(ArtifactRef.PREFIX)) {
            for (Matcher found = REF.matcher(text); found.find(); ) {
                refs.add(found.group());
            }
        }
    }
}
