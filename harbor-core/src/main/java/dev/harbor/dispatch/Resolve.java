package dev.harbor.dispatch;

import dev.harbor.catalog.CatalogSnapshot;
import dev.harbor.catalog.ToolLookup;
import dev.harbor.error.ErrorCode;
import dev.harbor.policy.ErrorClass;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolError;
import java.util.List;
import java.util.Set;

/** Finds the tool in the snapshot of the turn, as the caller may see it. A name that is close to a tool's name is a hint in the answer and never a call. */
final class Resolve implements Stage {

    private final PreparedTools prepared;

    Resolve(PreparedTools prepared) {
        this.prepared = prepared;
    }

    @Override
    public String name() {
        return "resolve";
    }

    @Override
    public void apply(CallContext call) {
        NodeCall node = call.request().node;
        if (node != null && node.step() != null) {
            call.resolved(prepared.of(node.step()), Set.of());
            return;
        }
        ToolLookup lookup = lookup(call);
        if (lookup instanceof ToolLookup.Found found) {
            found(call, found);
        } else if (lookup instanceof ToolLookup.ScopeMissing known) {
            resolved(call, known.tool(), known.missing());
        } else if (lookup instanceof ToolLookup.Ambiguous ambiguous) {
            call.fail(ToolError.permanent(ErrorCode.TOOL_NOT_FOUND, ambiguous.message()));
        } else if (lookup instanceof ToolLookup.NotFound unknown) {
            call.fail(ToolError.permanent(ErrorCode.TOOL_NOT_FOUND, unknown.message()));
        }
    }

    private static ToolLookup lookup(CallContext call) {
        CatalogSnapshot snapshot = call.request().snapshot;
        Tool<?, ?> wanted = call.request().tool;
        return wanted == null
                ? snapshot.resolve(
                        call.request().toolName,
                        call.identity(),
                        call.services().scopes())
                : snapshot.resolve(wanted.id(), call.identity(), call.services().scopes());
    }

    private void found(CallContext call, ToolLookup.Found found) {
        resolved(call, found.tool(), Set.of());
        if (!call.isEnded() && !found.isAvailable()) {
            call.fail(new ToolError(
                    ErrorCode.TOOL_UNAVAILABLE,
                    ErrorClass.TRANSIENT,
                    "the source '" + found.tool().definition().source() + "' of tool '"
                            + found.tool().id() + "' does not answer at the moment",
                    List.of(),
                    true,
                    null));
        }
    }

    private void resolved(CallContext call, Tool<?, ?> tool, Set<String> missingScopes) {
        Tool<?, ?> wanted = call.request().tool;
        if (wanted != null && wanted.invoker() != tool.invoker()) {
            call.fail(ToolError.permanent(
                    ErrorCode.TOOL_NOT_FOUND,
                    "this tool is not registered; another one of the same id is: " + tool.id()));
        } else {
            call.resolved(prepared.of(tool), missingScopes);
        }
    }
}
