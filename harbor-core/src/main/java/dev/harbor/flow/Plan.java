package dev.harbor.flow;

import dev.harbor.json.Json;
import dev.harbor.json.SchemaDigest;
import dev.harbor.tool.Tool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Is a flow that was checked: its nodes in an order in which they could run one after the other, what comes out, and what it may cost.
 *
 * @param name the name of the flow
 * @param nodes the nodes by name, each after those that it waits for
 * @param output the members of the result, or the whole result under the empty name
 * @param budget what it may cost
 * @param maxParallel how many calls run at once at most
 * @param digest tells this plan from others
 */
record Plan(
        String name, Map<String, Node> nodes, Map<String, Ref> output, Budget budget, int maxParallel, String digest) {

    /**
     * Is what a flow may use; null is no limit.
     *
     * @param deadline the longest time from its beginning to its end
     * @param hops the most calls
     * @param costMicros the most costs
     */
    record Budget(
            @Nullable Duration deadline,
            @Nullable Integer hops,
            @Nullable Long costMicros) {}

    static Plan of(String name, Map<String, Node> nodes, Map<String, Ref> output, Budget budget, int maxParallel) {
        return new Plan(name, nodes, output, budget, maxParallel, digest(nodes, output));
    }

    List<Tool<?, ?>> steps() {
        List<Tool<?, ?>> steps = new ArrayList<>();
        nodes.values().stream()
                .map(node -> node.work().step())
                .filter(Objects::nonNull)
                .forEach(steps::add);
        return steps;
    }

    private static String digest(Map<String, Node> nodes, Map<String, Ref> output) {
        Map<String, Object> members = new LinkedHashMap<>();
        nodes.forEach((name, node) -> members.put(name, describe(node)));
        members.put("", output.toString());
        return SchemaDigest.of(Json.of(members).toString());
    }

    private static List<String> describe(Node node) {
        return List.of(
                node.work().name(),
                schemas(node.work().tool()),
                node.work().of().toString(),
                String.valueOf(node.whole()),
                node.members().toString(),
                String.valueOf(node.items()),
                String.valueOf(node.condition()),
                node.after().toString());
    }

    private static String schemas(@Nullable Tool<?, ?> tool) {
        return tool == null ? "" : tool.definition().schemaDigest();
    }
}
