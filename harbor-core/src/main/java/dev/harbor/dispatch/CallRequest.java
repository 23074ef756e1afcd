package dev.harbor.dispatch;

import dev.harbor.catalog.CatalogSnapshot;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.policy.Cancellation;
import dev.harbor.tool.Tool;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Is a call as it enters the path: who wants which tool with what, against which snapshot, until when, and who keeps account of it.
 *
 * <p>Immutable.
 */
public final class CallRequest {

    final @Nullable Identity identity;
    final String toolName;
    final @Nullable Tool<?, ?> tool;
    final @Nullable Object input;
    final @Nullable Json arguments;
    final CatalogSnapshot snapshot;
    final @Nullable String runId;
    final @Nullable String callId;
    final @Nullable CallContext parent;
    final long deadlineNanos;
    final Cancellation cancellation;
    final boolean lenient;
    final boolean planned;
    final Set<String> disallowed;
    final CallLedger ledger;
    final @Nullable Approval approval;
    final @Nullable NodeCall node;
    final @Nullable Resumed resumed;

    private CallRequest(Builder from) {
        identity = from.identity;
        toolName = from.toolName;
        tool = from.tool;
        input = from.input;
        arguments = from.arguments;
        snapshot = from.snapshot;
        runId = from.runId;
        callId = from.callId;
        parent = from.parent;
        deadlineNanos = from.deadlineNanos;
        cancellation = from.cancellation == null ? Cancellation.create() : from.cancellation;
        lenient = from.lenient;
        planned = from.planned;
        disallowed = from.disallowed;
        ledger = from.ledger;
        approval = from.approval;
        node = from.node;
        resumed = from.resumed;
    }

    /** Tells whether the call was told to end before it began. */
    public boolean isCancelled() {
        return cancellation.isCancelled();
    }

    /** Returns a builder of a call by name, with JSON arguments. */
    public static Builder byName(
            @Nullable Identity identity, CatalogSnapshot snapshot, String toolName, Json arguments) {
        Builder builder = new Builder(identity, snapshot, toolName);
        builder.arguments = Objects.requireNonNull(arguments, "arguments");
        return builder;
    }

    /** Returns a builder of a call of a registered tool, with a value. */
    public static Builder typed(@Nullable Identity identity, CatalogSnapshot snapshot, Tool<?, ?> tool, Object input) {
        Builder builder = new Builder(identity, snapshot, tool.id().name());
        builder.tool = tool;
        builder.input = Objects.requireNonNull(input, "input");
        return builder;
    }

    /** Collects what else belongs to a call. Not thread-safe. */
    public static final class Builder {

        private final @Nullable Identity identity;
        private final CatalogSnapshot snapshot;
        private final String toolName;
        private @Nullable Tool<?, ?> tool;
        private @Nullable Object input;
        private @Nullable Json arguments;
        private @Nullable String runId;
        private @Nullable String callId;
        private @Nullable CallContext parent;
        private long deadlineNanos = Long.MAX_VALUE;
        private @Nullable Cancellation cancellation;
        private boolean lenient;
        private boolean planned;
        private Set<String> disallowed = Set.of();
        private CallLedger ledger = CallLedger.NONE;
        private @Nullable Approval approval;
        private @Nullable NodeCall node;
        private @Nullable Resumed resumed;

        private Builder(@Nullable Identity identity, CatalogSnapshot snapshot, String toolName) {
            this.identity = identity;
            this.snapshot = Objects.requireNonNull(snapshot, "snapshot");
            this.toolName = Objects.requireNonNull(toolName, "toolName");
        }

        /** Sets the run and the id of the call in it. */
        public Builder run(String newRunId, String newCallId) {
            runId = newRunId;
            callId = newCallId;
            return this;
        }

        /** Sets when the call must have ended, on the runtime's nano clock. */
        public Builder deadlineNanos(long nanos) {
            deadlineNanos = nanos;
            return this;
        }

        /** Sets what ends the call. */
        public Builder cancellation(Cancellation by) {
            cancellation = by;
            return this;
        }

        /** Lets arguments be repaired where that loses nothing, as for the text of a model. */
        public Builder lenient(boolean repairs) {
            lenient = repairs;
            return this;
        }

        /** Says that a planner decided on the call: what it may not be shown it may not call. */
        public Builder planned() {
            planned = true;
            return this;
        }

        /** Sets the names that may not be called. */
        public Builder disallowed(Set<String> names) {
            disallowed = names;
            return this;
        }

        /** Sets who keeps account of the call. */
        public Builder ledger(CallLedger by) {
            ledger = by;
            return this;
        }

        /** Attaches the approval of a person to this call. */
        public Builder approval(Approval by) {
            approval = by;
            return this;
        }

        /** Says that the call goes on after its tool waited. */
        public Builder resumed(Resumed by) {
            resumed = by;
            return this;
        }

        Builder parent(CallContext call) {
            parent = call;
            runId = call.runId();
            ledger = call.request().ledger;
            disallowed = call.request().disallowed;
            return this;
        }

        Builder node(NodeCall call) {
            node = call;
            return this;
        }

        /** Returns the request. */
        public CallRequest build() {
            return new CallRequest(this);
        }
    }
}
