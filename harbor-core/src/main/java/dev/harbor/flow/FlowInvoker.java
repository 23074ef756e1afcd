package dev.harbor.flow;

import dev.harbor.dispatch.Composed;
import dev.harbor.dispatch.Nodes;
import dev.harbor.error.ErrorCode;
import dev.harbor.json.InvalidJsonException;
import dev.harbor.json.Json;
import dev.harbor.json.JsonSchema;
import dev.harbor.json.Repair;
import dev.harbor.json.Violation;
import dev.harbor.policy.Cancellation;
import dev.harbor.policy.ErrorClass;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolFailed;
import dev.harbor.tool.ToolInvoker;
import dev.harbor.tool.ToolOutput;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs a flow as a tool. Thread-safe. */
final class FlowInvoker implements ToolInvoker<Json, Json>, Composed {

    private final Plan plan;
    private final FlowInput input;
    private final @Nullable JsonSchema output;

    FlowInvoker(Plan plan, FlowInput input, @Nullable Json outputSchema) {
        this.plan = plan;
        this.input = input;
        this.output = outputSchema == null ? null : JsonSchema.compile(outputSchema);
    }

    @Override
    public String planDigest() {
        return plan.digest();
    }

    @Override
    public Collection<Tool<?, ?>> steps() {
        return plan.steps();
    }

    @Override
    public Json decode(Json arguments) {
        return input.strict(arguments);
    }

    @Override
    public Json decode(Json arguments, Consumer<Repair> repairs) {
        return input.lenient(arguments, repairs);
    }

    @Override
    public Json encodeInput(Json value) {
        return value;
    }

    @Override
    public ToolOutput<Json> invoke(Json arguments, ToolContext context) {
        Nodes nodes = Nodes.of(context);
        requireSamePlan(nodes.recordedPlan());
        Cancellation cancellation = context.cancellation().child();
        try {
            return ToolOutput.of(new FlowRun(plan, nodes, cancellation, arguments).run());
        } finally {
            cancellation.detach();
        }
    }

    /** Results of other nodes, or of nodes in another place, would be taken for those of this flow. */
    private void requireSamePlan(@Nullable String recorded) {
        if (recorded != null && !recorded.equals(plan.digest())) {
            throw ToolFailed.of(
                    ErrorCode.FLOW_CHANGED,
                    ErrorClass.PERMANENT,
                    true,
                    "flow '" + plan.name()
                            + "' was changed while a call of it was interrupted; what its nodes came to is"
                            + " on record, and it does not go on",
                    null,
                    null);
        }
    }

    @Override
    public Json encodeResult(@Nullable Json value, boolean validate) {
        Json result = value == null ? Json.NULL : value;
        List<Violation> violations = validate && output != null ? output.validate(result) : List.of();
        if (!violations.isEmpty()) {
            throw new InvalidJsonException(violations);
        }
        return result;
    }
}
