package dev.harbor.examples.harness;

import dev.harbor.access.AccessPolicy;
import dev.harbor.access.AccessRequest;
import dev.harbor.access.Verdict;
import dev.harbor.json.Json;
import java.nio.file.Path;

/**
 * A policy whose name also tells the workspace and the system prompt, because runs are bound to the name of their policy: a run must not go on in another
 * directory, or with a model that is told something else, unless somebody accepts that.
 */
record BoundPolicy(AccessPolicy policy, String ref) implements AccessPolicy {

    private static final int DIGITS = 12;

    static BoundPolicy of(AccessPolicy policy, Path workspace, String systemPrompt) {
        String digest = Json.of(systemPrompt).argumentsDigest().substring(0, DIGITS);
        return new BoundPolicy(policy, policy.ref() + " in " + workspace + " with prompt " + digest);
    }

    @Override
    public Verdict evaluate(AccessRequest request) {
        return policy.evaluate(request);
    }
}
