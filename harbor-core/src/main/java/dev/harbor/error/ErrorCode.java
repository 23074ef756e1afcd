package dev.harbor.error;

import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Names a kind of failure. Codes are stable: they may be stored, matched and alerted on. Those of Harbor's own modules are the constants here;
 * transports and embedders add theirs with {@link #of(String)}.
 *
 * <p>Immutable.
 *
 * @param value the spelling, 1 to 64 characters of {@code [A-Za-z0-9_]}
 */
public record ErrorCode(String value) {

    private static final Pattern SPELLING = Pattern.compile("[A-Za-z0-9_]{1,64}");

    /** An identity is absent or lacks its tenant, user or session. */
    public static final ErrorCode IDENTITY_REQUIRED = new ErrorCode("IDENTITY_REQUIRED");

    /** A builder, policy or registration is wrong; nothing was built. */
    public static final ErrorCode INVALID_CONFIGURATION = new ErrorCode("INVALID_CONFIGURATION");

    /** A Java type cannot be offered as a schema and read back exactly; refused at registration with its path. */
    public static final ErrorCode UNSUPPORTED_TYPE = new ErrorCode("UNSUPPORTED_TYPE");

    /** A JSON Schema is not legal, not enforceable or beyond its bounds. */
    public static final ErrorCode INVALID_SCHEMA = new ErrorCode("INVALID_SCHEMA");

    /** Two tools claim one id or one name. */
    public static final ErrorCode DUPLICATE_TOOL = new ErrorCode("DUPLICATE_TOOL");

    /** A tool definition is incomplete or contradicts itself. */
    public static final ErrorCode INVALID_TOOL_DEFINITION = new ErrorCode("INVALID_TOOL_DEFINITION");

    /** No transport provider serves a configured kind. */
    public static final ErrorCode NO_TRANSPORT = new ErrorCode("NO_TRANSPORT");

    /** Two transport providers claim one kind. */
    public static final ErrorCode AMBIGUOUS_TRANSPORT = new ErrorCode("AMBIGUOUS_TRANSPORT");

    /** Text is not well-formed JSON, repeats a key, is nested too deeply or has trailing content. */
    public static final ErrorCode MALFORMED_JSON = new ErrorCode("MALFORMED_JSON");

    /** A JSON value does not fit the type or schema it was read against. */
    public static final ErrorCode INVALID_JSON = new ErrorCode("INVALID_JSON");

    /** A value cannot be written as JSON (cycle, non-finite number, unsupported class). */
    public static final ErrorCode UNSERIALIZABLE = new ErrorCode("UNSERIALIZABLE");

    /** No tool of that name is visible to the caller in this turn. */
    public static final ErrorCode TOOL_NOT_FOUND = new ErrorCode("TOOL_NOT_FOUND");

    /** Arguments were refused before the tool ran. */
    public static final ErrorCode INVALID_ARGUMENTS = new ErrorCode("INVALID_ARGUMENTS");

    /** The tool answered with something its own declaration forbids. */
    public static final ErrorCode INVALID_RESULT = new ErrorCode("INVALID_RESULT");

    /** A tool, or a model's answer, offered evidence that it was not granted, or that is malformed. */
    public static final ErrorCode INVALID_EVIDENCE = new ErrorCode("INVALID_EVIDENCE");

    /** The call may not be made; the denial code says why. */
    public static final ErrorCode DENIED = new ErrorCode("DENIED");

    /** The access policy failed to answer; nothing was invoked. */
    public static final ErrorCode POLICY_FAILED = new ErrorCode("POLICY_FAILED");

    /** The call waits for a person or an outside event; nothing is in doubt. */
    public static final ErrorCode PAUSED = new ErrorCode("PAUSED");

    /** The tool waits for something from outside where its call can't wait; it may be called again with that. */
    public static final ErrorCode INPUT_REQUIRED = new ErrorCode("INPUT_REQUIRED");

    /** A limit of the run or the caller is used up; nothing was invoked. */
    public static final ErrorCode BUDGET_EXHAUSTED = new ErrorCode("BUDGET_EXHAUSTED");

    /** The intent of a call could not be made durable, so the tool was not run. */
    public static final ErrorCode JOURNAL_UNAVAILABLE = new ErrorCode("JOURNAL_UNAVAILABLE");

    /** An attempt did not answer within its time limit. */
    public static final ErrorCode TOOL_TIMEOUT = new ErrorCode("TOOL_TIMEOUT");

    /** The deadline of the whole call or run has passed. */
    public static final ErrorCode DEADLINE_EXCEEDED = new ErrorCode("DEADLINE_EXCEEDED");

    /** The tool cannot be reached at the moment. */
    public static final ErrorCode TOOL_UNAVAILABLE = new ErrorCode("TOOL_UNAVAILABLE");

    /** The circuit breaker of the tool is open; nothing was invoked. */
    public static final ErrorCode CIRCUIT_OPEN = new ErrorCode("CIRCUIT_OPEN");

    /** The rate limit of the tool leaves no room within the deadline; nothing was invoked. */
    public static final ErrorCode RATE_LIMITED = new ErrorCode("RATE_LIMITED");

    /** A bulkhead or the worker pool is full; nothing was invoked. */
    public static final ErrorCode OVERLOADED = new ErrorCode("OVERLOADED");

    /** The tool said no, or threw. */
    public static final ErrorCode TOOL_FAILED = new ErrorCode("TOOL_FAILED");

    /** The tool died of a fatal error of the virtual machine. */
    public static final ErrorCode TOOL_FATAL = new ErrorCode("TOOL_FATAL");

    /** Something of Harbor's own or of an SPI failed in a way that it must not; the log has the cause. */
    public static final ErrorCode INTERNAL_ERROR = new ErrorCode("INTERNAL_ERROR");

    /** Every attempt that the policy allows has failed. */
    public static final ErrorCode RETRIES_EXHAUSTED = new ErrorCode("RETRIES_EXHAUSTED");

    /** The call or run was cancelled. */
    public static final ErrorCode CANCELLED = new ErrorCode("CANCELLED");

    /** A side effect may or may not have happened. The spelling is the one that run records have always had. */
    public static final ErrorCode UNKNOWN_WRITE_OUTCOME = new ErrorCode("unknown_write_outcome");

    /** Heavy content was about to reach a model. The spelling is the one that operators already match. */
    public static final ErrorCode CONTEXT_LEAK = new ErrorCode("ErrContextLeak");

    /** A whole request does not fit the model's context window. */
    public static final ErrorCode CONTEXT_WINDOW_EXCEEDED = new ErrorCode("CONTEXT_WINDOW_EXCEEDED");

    /** A model client failed, or a model's answer says nothing. */
    public static final ErrorCode MODEL_FAILED = new ErrorCode("MODEL_FAILED");

    /** A part of a request to a model is malformed; the model was not asked. */
    public static final ErrorCode INVALID_CONTENT = new ErrorCode("INVALID_CONTENT");

    /** A model can't answer in the form that was asked for. */
    public static final ErrorCode FORMAT_UNSUPPORTED = new ErrorCode("FORMAT_UNSUPPORTED");

    /** A model can answer in none of the forms that were tried. */
    public static final ErrorCode FORMATS_EXHAUSTED = new ErrorCode("FORMATS_EXHAUSTED");

    /** A store failed, is closed or is full. */
    public static final ErrorCode STORE_FAILED = new ErrorCode("STORE_FAILED");

    /** A store refuses more bytes for this scope. */
    public static final ErrorCode QUOTA_EXCEEDED = new ErrorCode("QUOTA_EXCEEDED");

    /** A store or runtime was used after it was closed. */
    public static final ErrorCode CLOSED = new ErrorCode("CLOSED");

    /** A record was appended on a stale sequence, epoch or version. */
    public static final ErrorCode STALE_WRITE = new ErrorCode("STALE_WRITE");

    /** Something sealed was sealed with another key or for another place, or has changed. */
    public static final ErrorCode SEAL_BROKEN = new ErrorCode("SEAL_BROKEN");

    /** An artifact belongs to another scope, or does not exist; the two are not told apart. */
    public static final ErrorCode ARTIFACT_NOT_FOUND = new ErrorCode("ARTIFACT_NOT_FOUND");

    /** A planner returned no decision, a malformed one, or failed. */
    public static final ErrorCode PLANNER_FAILED = new ErrorCode("PLANNER_FAILED");

    /** A run is in a state that does not allow the request. */
    public static final ErrorCode ILLEGAL_RUN_STATE = new ErrorCode("ILLEGAL_RUN_STATE");

    /** A run is being driven by another process, which alone can take records for it; ask again. */
    public static final ErrorCode RUN_BUSY = new ErrorCode("RUN_BUSY");

    /** A pause does not exist or belongs to somebody else; the two are not told apart. */
    public static final ErrorCode PAUSE_NOT_FOUND = new ErrorCode("PAUSE_NOT_FOUND");

    /** A pause was resolved before; that resolution stands. */
    public static final ErrorCode PAUSE_ALREADY_RESOLVED = new ErrorCode("PAUSE_ALREADY_RESOLVED");

    /** A resolution does not fit what it shall resolve; the pause stays open. */
    public static final ErrorCode INVALID_RESOLUTION = new ErrorCode("INVALID_RESOLUTION");

    /** Somebody has not enough say over a run for what they want of it, or the run can't take it. */
    public static final ErrorCode CONTROL_REFUSED = new ErrorCode("CONTROL_REFUSED");

    /** A person has to consent before there is a credential; nothing was sent that needs one. */
    public static final ErrorCode CONSENT_REQUIRED = new ErrorCode("CONSENT_REQUIRED");

    /** A run was started under another configuration than the one that it shall go on with. */
    public static final ErrorCode CONFIGURATION_DRIFT = new ErrorCode("CONFIGURATION_DRIFT");

    /** A replacement of external tools was refused; nothing changed. */
    public static final ErrorCode TOOLSET_CHANGE_REFUSED = new ErrorCode("TOOLSET_CHANGE_REFUSED");

    /** A flow is not what it should be: a node refers to one that is not there, or what flows along an edge can't fit. */
    public static final ErrorCode INVALID_FLOW = new ErrorCode("INVALID_FLOW");

    /** A node of a flow did not succeed, so the flow did not either; no effect is in doubt. */
    public static final ErrorCode FLOW_NODE_FAILED = new ErrorCode("FLOW_NODE_FAILED");

    /** The deadline, the hops or the costs of a flow are used up; no effect is in doubt. */
    public static final ErrorCode FLOW_BUDGET_EXCEEDED = new ErrorCode("FLOW_BUDGET_EXCEEDED");

    /** A flow that was interrupted can't go on, because it is not the same any more. */
    public static final ErrorCode FLOW_CHANGED = new ErrorCode("FLOW_CHANGED");

    /** A loop refuses what was asked of it; the exception says why, and nothing changed unless it says so. */
    public static final ErrorCode LOOP_REFUSED = new ErrorCode("LOOP_REFUSED");

    /** A loop could not record something and takes nothing more; opening it again goes on from what is on record. */
    public static final ErrorCode LOOP_FAULTED = new ErrorCode("LOOP_FAULTED");

    /** A payload that must be redacted could not be. */
    public static final ErrorCode REDACTION_FAILED = new ErrorCode("REDACTION_FAILED");

    /** Checks the spelling. */
    public ErrorCode {
        Objects.requireNonNull(value, "value");
        if (!SPELLING.matcher(value).matches()) {
            throw new IllegalArgumentException("error code must match " + SPELLING.pattern() + ", got a text of "
                    + value.length() + " characters");
        }
    }

    /** Returns a code of a transport's or embedder's own. */
    public static ErrorCode of(String value) {
        return new ErrorCode(value);
    }

    /** Returns the codes that Harbor's own modules use, in the order of their declaration. */
    public static List<ErrorCode> all() {
        return ErrorCodes.ALL;
    }

    @Override
    public String toString() {
        return value;
    }
}
