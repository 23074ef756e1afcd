package dev.harbor.tools.a2a;

import dev.harbor.error.ErrorCode;
import dev.harbor.net.NetException;
import dev.harbor.policy.ErrorClass;
import dev.harbor.tool.ToolException;
import dev.harbor.tool.ToolFailed;
import dev.harbor.tool.ToolTimeout;
import org.jspecify.annotations.Nullable;

/** Says what became of a call that did not come to a result. {@code docs/reference/a2a-failures.md} shows the table. */
final class Failures {

    static final ErrorCode BROKEN = ErrorCode.of("A2A_PROTOCOL_BROKEN");
    static final ErrorCode FAILED = ErrorCode.of("A2A_TASK_FAILED");
    static final ErrorCode REJECTED = ErrorCode.of("A2A_TASK_REJECTED");
    static final ErrorCode CANCELLED = ErrorCode.of("A2A_TASK_CANCELLED");
    static final ErrorCode GONE = ErrorCode.of("A2A_TASK_GONE");
    static final ErrorCode STATE = ErrorCode.of("A2A_STATE_UNKNOWN");
    static final ErrorCode UNAUTHORIZED = ErrorCode.of("A2A_UNAUTHORIZED");
    static final ErrorCode UNANSWERED = ErrorCode.of("A2A_UNANSWERED");
    static final ErrorCode EXTENSION = ErrorCode.of("A2A_EXTENSION_REQUIRED");

    private Failures() {}

    static ToolFailed permanent(ErrorCode code, String text) {
        return ToolFailed.of(code, ErrorClass.PERMANENT, true, text, null, null);
    }

    /**
     * Returns what a tool throws for what went wrong on the way.
     *
     * @param sent whether a message may have reached the agent, which puts the outcome in doubt where there is no sound answer
     */
    static ToolException of(RuntimeException what, boolean sent, @Nullable AgentInterface at) {
        if (what instanceof ToolException own) {
            return own;
        }
        if (what instanceof NetException net) {
            return net.toToolException();
        }
        if (what instanceof PeerError error) {
            return of(error, at);
        }
        if (what instanceof BrokenPeer broken) {
            return ToolFailed.of(
                    BROKEN, ErrorClass.PERMANENT, !sent, String.valueOf(broken.getMessage()), null, broken);
        }
        if (what instanceof Unauthorized refused) {
            return permanent(UNAUTHORIZED, String.valueOf(refused.getMessage()));
        }
        if (what instanceof CallCancelled) {
            return ToolFailed.of(
                    ErrorCode.CANCELLED, ErrorClass.PERMANENT, false, "the call was cancelled", null, what);
        }
        throw what;
    }

    private static ToolException of(PeerError error, @Nullable AgentInterface at) {
        String text = error.getMessage() + advice(error, at);
        ErrorCode code = ErrorCode.of("A2A_" + error.reason().name());
        if (error.status() == 502 || error.status() == 504) {
            // A gateway without a sound answer does not know either.
            return ToolFailed.of(code, ErrorClass.SERVER, false, text, error.retryAfter(), error);
        }
        if (error.status() == 429 || error.status() == 408) {
            return ToolFailed.of(code, ErrorClass.TRANSIENT, true, text, error.retryAfter(), error);
        }
        ErrorClass kind = error.mayPass() ? ErrorClass.SERVER : ErrorClass.PERMANENT;
        return ToolFailed.of(code, kind, true, text, error.retryAfter(), error);
    }

    /** A peer of another version says things from which nobody would guess that. */
    private static String advice(PeerError error, @Nullable AgentInterface at) {
        boolean version = error.is(PeerError.Reason.VERSION_NOT_SUPPORTED, PeerError.Reason.METHOD_NOT_FOUND);
        return version && at != null
                ? "; it was asked in A2A " + at.version().text() + " over "
                        + at.binding().text()
                : "";
    }

    /** Returns what a tool throws when the time was up and the task went on. */
    static ToolException timeUp(RemoteTask task, @Nullable RemoteTask afterwards) {
        boolean stopped = afterwards != null && afterwards.state().isTerminal();
        String end = stopped ? "it was cancelled" : "whether it was cancelled is not known";
        if (task.state() == TaskState.OTHER) {
            String text = "the remote task " + Words.line(task.id()) + " is in the state '"
                    + Words.line(task.status().written()) + "', which is not known here, and the time is up; " + end;
            return ToolFailed.of(STATE, ErrorClass.PERMANENT, stopped, text, null, null);
        }
        String text = "the remote task " + Words.line(task.id()) + " was still "
                + task.state().wireName() + " when the time was up; " + end;
        return new ToolTimeout(text, !stopped, null);
    }
}
