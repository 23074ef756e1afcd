package dev.harbor.event;

import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.TransportKind;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Says everything about where a call comes from and what it goes to: who, in which run, which call, which tool at which digest, over what, with which
 * arguments (as a digest).
 *
 * <p>Immutable.
 */
public final class CallProvenance {

    private final Identity identity;
    private final @Nullable String runId;
    private final String callId;
    private final @Nullable String parentCallId;
    private final String toolName;
    private final @Nullable ToolDefinition tool;
    private final Json arguments;

    private CallProvenance(
            Identity identity,
            @Nullable String runId,
            String callId,
            @Nullable String parentCallId,
            String toolName,
            @Nullable ToolDefinition tool,
            Json arguments) {
        this.identity = identity;
        this.runId = runId;
        this.callId = callId;
        this.parentCallId = parentCallId;
        this.toolName = toolName;
        this.tool = tool;
        this.arguments = arguments;
    }

    /**
     * Returns the provenance of a call.
     *
     * @param runId the run, or null outside one
     * @param parentCallId the call from inside which this one was made, or null
     * @param toolName the tool as the caller named it
     * @param tool the tool as it was resolved, or null when it was not
     */
    public static CallProvenance of(
            Identity identity,
            @Nullable String runId,
            String callId,
            @Nullable String parentCallId,
            String toolName,
            @Nullable ToolDefinition tool,
            Json arguments) {
        return new CallProvenance(
                Identity.require(identity),
                runId,
                Objects.requireNonNull(callId, "callId"),
                parentCallId,
                Objects.requireNonNull(toolName, "toolName"),
                tool,
                Objects.requireNonNull(arguments, "arguments"));
    }

    /** Returns on whose behalf. */
    public Identity identity() {
        return identity;
    }

    /** Returns the run; empty outside one. */
    public Optional<String> runId() {
        return Optional.ofNullable(runId);
    }

    /** Returns the id of the call. */
    public String callId() {
        return callId;
    }

    /** Returns the call from inside which this one was made; empty for a call of a planner or of Java code. */
    public Optional<String> parentCallId() {
        return Optional.ofNullable(parentCallId);
    }

    /** Returns the tool as the caller named it. */
    public String toolName() {
        return toolName;
    }

    /** Returns the tool's id; empty when it was not resolved. */
    public Optional<ToolId> tool() {
        return Optional.ofNullable(tool).map(ToolDefinition::id);
    }

    /** Returns the digest of the tool's definition; empty when it was not resolved. */
    public Optional<String> definitionDigest() {
        return Optional.ofNullable(tool).map(ToolDefinition::digest);
    }

    /** Returns who owns the tool; empty for declared tools and unresolved ones. */
    public String source() {
        return tool == null ? "" : tool.source();
    }

    /** Returns what the tool runs on; empty when it was not resolved. */
    public Optional<TransportKind> transport() {
        return Optional.ofNullable(tool).map(ToolDefinition::transport);
    }

    /** Returns what the tool does to the world; empty when it was not resolved. */
    public Optional<SideEffect> effect() {
        return Optional.ofNullable(tool).map(ToolDefinition::effect);
    }

    /** Returns the size of the arguments in bytes. */
    public int argumentsBytes() {
        return arguments.sizeBytes();
    }

    /** Returns the digest of the arguments, as 64 hex digits; it is computed when asked for. Text that is no JSON is digested as it is. */
    public String argumentsDigest() {
        return arguments.argumentsDigest();
    }

    @Override
    public String toString() {
        return "CallProvenance[" + callId + ", " + toolName + "]";
    }
}
