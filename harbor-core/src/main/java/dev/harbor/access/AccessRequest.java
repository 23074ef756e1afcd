package dev.harbor.access;

import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.tool.ToolDefinition;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Is what an {@link AccessPolicy} is asked about. Arguments are there at dispatch only, valid and decoded once already.
 *
 * <p>Immutable.
 */
public final class AccessRequest {

    private final Identity identity;
    private final @Nullable String runId;
    private final ToolDefinition tool;
    private final @Nullable Json arguments;
    private final boolean approved;

    private AccessRequest(
            Identity identity,
            @Nullable String runId,
            ToolDefinition tool,
            @Nullable Json arguments,
            boolean approved) {
        this.identity = Identity.require(identity);
        this.runId = runId;
        this.tool = Objects.requireNonNull(tool, "tool");
        this.arguments = arguments;
        this.approved = approved;
    }

    /** Says when the policy is asked. */
    public enum Stage {
        /** Before a tool is shown to a planner. */
        ADVERTISE,
        /** Before a call is made. */
        DISPATCH
    }

    /** Returns the question whether a tool may be shown. */
    public static AccessRequest advertise(Identity identity, @Nullable String runId, ToolDefinition tool) {
        return new AccessRequest(identity, runId, tool, null, false);
    }

    /** Returns the question whether a call may be made. */
    public static AccessRequest dispatch(
            Identity identity, @Nullable String runId, ToolDefinition tool, Json arguments) {
        return new AccessRequest(identity, runId, tool, Objects.requireNonNull(arguments, "arguments"), false);
    }

    /** Returns this question for a call that a person has approved, with this definition and these arguments. */
    public AccessRequest approved() {
        return new AccessRequest(identity, runId, tool, arguments, true);
    }

    /** Tells whether a person has approved this very call; to ask again then changes nothing, to deny does. */
    public boolean isApproved() {
        return approved;
    }

    /** Returns when the policy is asked. */
    public Stage stage() {
        return arguments == null ? Stage.ADVERTISE : Stage.DISPATCH;
    }

    /** Returns on whose behalf. */
    public Identity identity() {
        return identity;
    }

    /** Returns the run; empty outside one. */
    public Optional<String> runId() {
        return Optional.ofNullable(runId);
    }

    /** Returns the tool. */
    public ToolDefinition tool() {
        return tool;
    }

    /** Returns the arguments; empty while advertising. */
    public Optional<Json> arguments() {
        return Optional.ofNullable(arguments);
    }
}
