package dev.harbor.flow;

import dev.harbor.json.Json;
import dev.harbor.json.TypeRef;
import dev.harbor.policy.Isolation;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolCodecs;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.TransportKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Is a graph of steps and tool calls that is one tool. Results flow from node to node; a node begins when what it takes is there, so that nodes which don't
 * depend on each other run at once. Every node is a call of its own: recorded, allowed, limited and validated like any other.
 *
 * <pre>{@code
 * Flow flow = Flow.builder("order.quote", Order.class)
 *         .add(Node.call("stock", stock).with("sku", Ref.input("/sku")))
 *         .add(Node.step("price", pricing).with("sku", Ref.input("/sku")).with("count", Ref.to("stock", "/count")))
 *         .output(Ref.to("price"))
 *         .build();
 * runtime.tools(flow.tool());
 * }</pre>
 *
 * <p>Immutable.
 */
public final class Flow {

    /** The most nodes of a flow: {@value}. */
    public static final int MAX_NODES = 1_000;

    /** How many calls of one flow run at once at most when nothing is said: {@value}. */
    public static final int DEFAULT_MAX_PARALLEL = 8;

    /** How long a flow whose deadline is over may take to end what it has begun, before its caller goes on without it: 1 second. */
    public static final Duration GRACE = Duration.ofSeconds(1);

    private final Plan plan;
    private final Tool<Json, Json> tool;

    private Flow(Plan plan, Tool<Json, Json> tool) {
        this.plan = plan;
        this.tool = tool;
    }

    /**
     * Returns a builder of a flow whose input is a value of Java.
     *
     * @throws dev.harbor.error.ConfigurationException if the type can't be offered as a schema and read back exactly; the message names the path
     */
    public static Builder builder(String name, Class<?> input) {
        return new Builder(name, FlowInput.of(ToolCodecs.factory().codec(input)));
    }

    /**
     * Returns a builder of a flow whose input is a value of a generic type of Java.
     *
     * @throws dev.harbor.error.ConfigurationException if the type can't be offered as a schema and read back exactly; the message names the path
     */
    public static Builder builder(String name, TypeRef<?> input) {
        return new Builder(name, FlowInput.of(ToolCodecs.factory().codec(input)));
    }

    /**
     * Returns a builder of a flow whose input is JSON of a schema, which is enforced.
     *
     * @throws dev.harbor.error.ConfigurationException if the schema is not legal
     */
    public static Builder builder(String name, Json inputSchema) {
        return new Builder(name, FlowInput.of(Objects.requireNonNull(inputSchema, "inputSchema")));
    }

    /** Returns the flow as a tool, to be registered like any other. Its effect is the strongest one of its nodes, or a stronger one that was declared. */
    public Tool<Json, Json> tool() {
        return tool;
    }

    /** Returns the name. */
    public String name() {
        return plan.name();
    }

    /** Returns the names of the nodes, each after those that it waits for. */
    public List<String> nodes() {
        return List.copyOf(plan.nodes().keySet());
    }

    /** Returns a drawing as the text of a Mermaid flowchart. */
    public String mermaid() {
        return new Picture(plan).mermaid();
    }

    /** Returns a drawing as the text of a Graphviz graph. */
    public String dot() {
        return new Picture(plan).dot();
    }

    @Override
    public String toString() {
        return "Flow[" + name() + ", " + plan.nodes().size() + " nodes]";
    }

    /** Collects what a flow is built from. Not thread-safe. */
    public static final class Builder {

        private final String name;
        private final FlowInput input;
        private final List<Node> nodes = new ArrayList<>();
        private final Map<String, Ref> output = new LinkedHashMap<>();
        private @Nullable String description;
        private @Nullable SideEffect effect;
        private @Nullable Duration deadline;
        private @Nullable Integer hops;
        private @Nullable Long costMicros;
        private int maxParallel = DEFAULT_MAX_PARALLEL;

        private Builder(String name, FlowInput input) {
            this.name = ToolId.of(name).name();
            this.input = input;
        }

        /** Adds nodes; their order means nothing. */
        public Builder add(Node... more) {
            nodes.addAll(List.of(more));
            return this;
        }

        /** Sets what the flow comes to. Mandatory, unless members are said. */
        public Builder output(Ref whole) {
            output.clear();
            output.put("", Objects.requireNonNull(whole, "whole"));
            return this;
        }

        /**
         * Adds a member to the object that the flow comes to.
         *
         * @throws IllegalArgumentException if the name is empty
         */
        public Builder output(String member, Ref value) {
            if (member.isEmpty()) {
                throw new IllegalArgumentException("a member of the output needs a name");
            }
            output.remove("");
            output.put(member, Objects.requireNonNull(value, "value"));
            return this;
        }

        /** Sets the description of the tool. */
        public Builder description(String text) {
            description = Objects.requireNonNull(text, "text");
            return this;
        }

        /** Declares an effect that is stronger than that of any node. */
        public Builder effect(SideEffect stronger) {
            effect = Objects.requireNonNull(stronger, "stronger");
            return this;
        }

        /**
         * Sets how long a call may take, from its beginning or its being gone on with; no limit of its own when never set.
         *
         * @throws IllegalArgumentException if it is not more than zero
         */
        public Builder deadline(Duration limit) {
            require(!limit.isZero() && !limit.isNegative(), "deadline must be more than zero", limit);
            deadline = limit;
            return this;
        }

        /**
         * Sets how many calls the nodes of one call may make, each element of a list counted; no limit when never set.
         *
         * @throws IllegalArgumentException if it is negative
         */
        public Builder hops(int most) {
            require(most >= 0, "hops must not be negative", most);
            hops = most;
            return this;
        }

        /**
         * Sets what the nodes of one call may cost, in millionths of whatever currency the nodes reckon in; no limit when never set.
         *
         * @throws IllegalArgumentException if it is negative
         */
        public Builder costMicros(long most) {
            require(most >= 0, "costMicros must not be negative", most);
            costMicros = most;
            return this;
        }

        /**
         * Sets how many nodes run at once at most; {@value Flow#DEFAULT_MAX_PARALLEL} when never set. Fewer do when no thread is free.
         *
         * @throws IllegalArgumentException if it is not 1 to 256
         */
        public Builder maxParallel(int most) {
            require(most >= 1 && most <= 256, "maxParallel must be 1 to 256", most);
            maxParallel = most;
            return this;
        }

        private static void require(boolean holds, String otherwise, Object got) {
            if (!holds) {
                throw new IllegalArgumentException(otherwise + ", got " + got);
            }
        }

        /**
         * Returns the flow; the builder may be used again.
         *
         * @throws InvalidFlow if a node refers to nothing, nodes wait for each other, or a value can never fit where it goes; it names everything that is wrong
         */
        public Flow build() {
            FlowCheck check = new FlowCheck(name, input.schema());
            Map<String, Node> ordered = check.check(nodes, output);
            requireEffect(check.strongest());
            Plan plan = Plan.of(
                    name,
                    ordered,
                    new LinkedHashMap<>(output),
                    new Plan.Budget(deadline, hops, costMicros),
                    maxParallel);
            return new Flow(plan, tool(plan, check));
        }

        private void requireEffect(SideEffect strongest) {
            List<String> problems = new ArrayList<>();
            if (effect != null && effect.compareTo(strongest) < 0) {
                problems.add("its effect is declared as " + effect + ", but a node of it is " + strongest);
            }
            if (nodes.size() > MAX_NODES) {
                problems.add("it has " + nodes.size() + " nodes, and at most " + MAX_NODES + " are allowed");
            }
            if (!problems.isEmpty()) {
                throw new InvalidFlow(name, problems);
            }
        }

        private Tool<Json, Json> tool(Plan plan, FlowCheck check) {
            Json outputSchema = check.outputSchema(plan.output());
            SideEffect declared = effect == null ? check.strongest() : effect;
            ToolDefinition.Builder definition = ToolDefinition.builder(ToolId.of(name), input.schema())
                    .transport(TransportKind.FLOW)
                    .effect(declared);
            if (description != null) {
                definition.description(description);
            }
            if (outputSchema != null) {
                definition.outputSchema(outputSchema);
            }
            return Tool.of(definition.build(), new FlowInvoker(plan, input, outputSchema))
                    .policy(policy(declared));
        }

        /** The nodes have limits and retries of their own. A flow that computes and does nothing else needs no thread of its own. */
        private ToolPolicy policy(SideEffect declared) {
            ToolPolicy.Builder policy =
                    ToolPolicy.builder().noTimeout().noRetry().noBreaker();
            if (deadline != null) {
                policy.deadline(deadline.plus(GRACE));
            }
            if (declared == SideEffect.PURE) {
                policy.isolation(Isolation.CALLER);
            }
            return policy.build();
        }
    }
}
