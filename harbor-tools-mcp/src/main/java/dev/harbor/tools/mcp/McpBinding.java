package dev.harbor.tools.mcp;

import dev.harbor.error.ConfigurationException;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.tool.Loading;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.ToolId;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Says what the host holds of one tool of a server: under which id it is registered, what it does to the world, how its calls run, what a planner is told of
 * it, and which claims its results make. What a binding does not say falls to the source; nothing is ever taken from the server's own hints.
 *
 * <p>Immutable.
 */
public final class McpBinding {

    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

    private final String remoteName;
    private final @Nullable ToolId id;
    private final @Nullable SideEffect effect;
    private final @Nullable ToolPolicy policy;
    private final @Nullable String description;
    private final @Nullable McpEvidence evidence;
    private final @Nullable String pin;
    private final @Nullable Loading loading;
    private final boolean idempotent;
    private final boolean retryable;

    private McpBinding(Draft from) {
        remoteName = from.remoteName;
        id = from.id;
        effect = from.effect;
        policy = from.policy;
        description = from.description;
        evidence = from.evidence;
        pin = from.pin;
        loading = from.loading;
        idempotent = from.idempotent;
        retryable = from.retryable;
    }

    /**
     * Returns a binding that says nothing yet.
     *
     * @param remoteName the name by which the server lists the tool
     * @throws ConfigurationException if it is empty
     */
    public static McpBinding of(String remoteName) {
        if (Objects.requireNonNull(remoteName, "remoteName").isEmpty()) {
            throw new ConfigurationException("a binding names a tool of its server");
        }
        return new McpBinding(new Draft(remoteName));
    }

    /** Returns a copy that registers the tool under an id. */
    public McpBinding id(ToolId value) {
        Draft draft = new Draft(this);
        draft.id = Objects.requireNonNull(value, "id");
        return new McpBinding(draft);
    }

    /** Returns a copy that declares an effect. */
    public McpBinding effect(SideEffect value) {
        Draft draft = new Draft(this);
        draft.effect = Objects.requireNonNull(value, "effect");
        return new McpBinding(draft);
    }

    /** Returns a copy that promises that the server does the work of a tool once for one idempotency key, so that a failed attempt may be repeated. */
    public McpBinding idempotent() {
        Draft draft = new Draft(this);
        draft.idempotent = true;
        return new McpBinding(draft);
    }

    /** Returns a copy in which a result that the server marks as an error may go away by itself, so that the policy may repeat the call if its effect allows it. */
    public McpBinding retryableErrors() {
        Draft draft = new Draft(this);
        draft.retryable = true;
        return new McpBinding(draft);
    }

    /** Returns a copy with a policy; what it leaves open falls to the source's. */
    public McpBinding policy(ToolPolicy value) {
        Draft draft = new Draft(this);
        draft.policy = Objects.requireNonNull(value, "policy");
        return new McpBinding(draft);
    }

    /** Returns a copy with a description in place of the server's. */
    public McpBinding description(String text) {
        Draft draft = new Draft(this);
        draft.description = Objects.requireNonNull(text, "description");
        return new McpBinding(draft);
    }

    /** Returns a copy that is advertised then. */
    public McpBinding loading(Loading value) {
        Draft draft = new Draft(this);
        draft.loading = Objects.requireNonNull(value, "loading");
        return new McpBinding(draft);
    }

    /** Returns a copy whose results make a claim, which the tool is granted to make. */
    public McpBinding evidence(McpEvidence projection) {
        Draft draft = new Draft(this);
        draft.evidence = Objects.requireNonNull(projection, "evidence");
        return new McpBinding(draft);
    }

    /**
     * Returns a copy that accepts the tool only as long as the server describes it as it did when it was looked at: if its words or schemas change, it is left
     * out, and the source says so. {@link McpSource#tools()} shows digests.
     *
     * @param digest 64 lower-case hexadecimal digits
     * @throws ConfigurationException if it is none
     */
    public McpBinding pin(String digest) {
        if (!DIGEST.matcher(digest).matches()) {
            throw new ConfigurationException("a digest has 64 lower-case hexadecimal digits");
        }
        Draft draft = new Draft(this);
        draft.pin = digest;
        return new McpBinding(draft);
    }

    /** Returns the name by which the server lists the tool. */
    public String remoteName() {
        return remoteName;
    }

    @Nullable
    ToolId id() {
        return id;
    }

    @Nullable
    SideEffect effect() {
        return effect;
    }

    @Nullable
    ToolPolicy policy() {
        return policy;
    }

    @Nullable
    String description() {
        return description;
    }

    @Nullable
    McpEvidence evidence() {
        return evidence;
    }

    @Nullable
    String pin() {
        return pin;
    }

    @Nullable
    Loading loading() {
        return loading;
    }

    boolean isIdempotent() {
        return idempotent;
    }

    boolean isRetryable() {
        return retryable;
    }

    @Override
    public String toString() {
        return "McpBinding[" + remoteName + (id == null ? "" : " as " + id) + ']';
    }

    /** Is a binding while it is changed. Confined to one thread. */
    private static final class Draft {

        private final String remoteName;
        private @Nullable ToolId id;
        private @Nullable SideEffect effect;
        private @Nullable ToolPolicy policy;
        private @Nullable String description;
        private @Nullable McpEvidence evidence;
        private @Nullable String pin;
        private @Nullable Loading loading;
        private boolean idempotent;
        private boolean retryable;

        Draft(String remoteName) {
            this.remoteName = remoteName;
        }

        Draft(McpBinding from) {
            remoteName = from.remoteName;
            id = from.id;
            effect = from.effect;
            policy = from.policy;
            description = from.description;
            evidence = from.evidence;
            pin = from.pin;
            loading = from.loading;
            idempotent = from.idempotent;
            retryable = from.retryable;
        }
    }
}
