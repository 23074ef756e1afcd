package dev.harbor.dispatch;

import dev.harbor.catalog.CatalogSnapshot;
import dev.harbor.error.ErrorCode;
import dev.harbor.policy.ErrorClass;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolError;
import java.util.LinkedHashSet;
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
        CatalogSnapshot snapshot = call.request().snapshot;
        CatalogSnapshot.Lookup lookup = snapshot.resolve(call.request().toolName, call.identity());
        Tool<?, ?> wanted = call.request().tool;
        Tool<?, ?> found = lookup.tool();
        if (found == null || (wanted != null && wanted != found)) {
            call.fail(ToolError.permanent(ErrorCode.TOOL_NOT_FOUND, lookup.message()));
            return;
        }
        call.resolved(prepared.of(found), missingScopes(call, found));
        if (!snapshot.isAvailable(found)) {
            call.fail(new ToolError(
                    ErrorCode.TOOL_UNAVAILABLE,
                    ErrorClass.TRANSIENT,
                    "the source '" + found.definition().source() + "' of tool '" + found.id() + "' does not answer at the moment",
                    List.of(),
                    true,
                    null));
        }
    }

    private static Set<String> missingScopes(CallContext call, Tool<?, ?> tool) {
        Set<String> needed = tool.definition().authScopes();
        if (needed.isEmpty()) {
            return needed;
        }
        Set<String> missing = new LinkedHashSet<>(needed);
        missing.removeAll(call.services().scopes().scopes(call.identity()));
        return missing;
    }
}
