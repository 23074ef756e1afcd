package dev.harbor.dispatch;

import dev.harbor.access.AccessPolicy;
import dev.harbor.access.AccessRequest;
import dev.harbor.access.Verdict;
import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import dev.harbor.pause.PauseReason;
import dev.harbor.policy.ErrorClass;
import dev.harbor.tool.ToolError;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Asks whether the call may be made: the names that the run forbids, then the access policy. */
final class Authorise implements Stage {

    static final String DISALLOWED = "tool_disallowed";
    static final String APPROVAL_REQUIRED = "approval_required";
    static final String EFFECT_EXCEEDED = "effect_exceeded";

    /** What is larger is no use to whoever has to decide in a list; the exact arguments are on record. */
    private static final int MOST_SHOWN_BYTES = 16 << 10;

    @Override
    public String name() {
        return "access";
    }

    @Override
    public void apply(CallContext call) {
        // Who may call a composed tool may run the code that it is made of.
        if (call.isStep()) {
            return;
        }
        if (isDisallowed(call)) {
            Denials.deny(call, DISALLOWED, "the run does not allow this tool");
        } else if (exceedsItsNode(call)) {
            Denials.deny(call, EFFECT_EXCEEDED, "the tool has a stronger effect than the flow was approved with");
        } else {
            judge(call);
        }
    }

    /** The effect of a composed tool was derived from what its nodes were said to do. */
    private static boolean exceedsItsNode(CallContext call) {
        NodeCall node = call.request().node;
        return node != null && call.tool().definition().effect().compareTo(node.atMost()) > 0;
    }

    private static void judge(CallContext call) {
        Verdict verdict;
        try {
            verdict = verdict(call);
        } catch (RuntimeException e) {
            call.fail(new ToolError(
                    ErrorCode.POLICY_FAILED,
                    ErrorClass.PERMANENT,
                    "the access policy failed, so the call was not made",
                    List.of(),
                    true,
                    e));
            return;
        }
        follow(call, verdict);
    }

    /** A planner calls nothing that it may not be shown, whatever it has heard of. ADR 34. */
    private static Verdict verdict(CallContext call) {
        AccessPolicy access = call.services().access();
        if (call.request().planned) {
            Verdict shown = access.evaluate(AccessRequest.advertise(
                    call.identity(), call.runId(), call.tool().definition()));
            if (shown instanceof Verdict.Deny) {
                return shown;
            }
        }
        return access.evaluate(question(call));
    }

    private static AccessRequest question(CallContext call) {
        AccessRequest question = AccessRequest.dispatch(
                call.identity(), call.runId(), call.tool().definition(), call.arguments());
        return call.isApproved() ? question.approved() : question;
    }

    /** What a tool said of itself when it began to wait is what its call was authorised for. ADR 59. */
    private static boolean isOfAnotherDefinition(CallContext call) {
        Resumed resumed = call.request().resumed;
        return resumed != null && !resumed.isOfSameDefinition(call);
    }

    private static boolean isDisallowed(CallContext call) {
        Set<String> names = call.request().disallowed;
        return !names.isEmpty()
                && (names.contains(call.tool().definition().id().name())
                        || names.contains(call.tool().name()));
    }

    private static void follow(CallContext call, Verdict verdict) {
        if (verdict instanceof Verdict.Deny deny) {
            Denials.deny(call, deny.code(), deny.message());
        } else if (verdict instanceof Verdict.Ask ask) {
            ask(call, ask.reason());
        } else if (isOfAnotherDefinition(call)) {
            ask(call, "the tool says something else of itself than when it began to wait; shall its call go on?");
        }
    }

    /** Who approved a call approved what it was then: with another definition or other arguments it is asked about again. */
    private static void ask(CallContext call, String reason) {
        if (!call.isApproved()) {
            Denials.pauseOrDeny(call, PauseReason.APPROVAL_REQUIRED, APPROVAL_REQUIRED, reason, describe(call));
        }
    }

    private static Json describe(CallContext call) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("tool", call.tool().name());
        members.put("definition_digest", call.tool().definition().digest());
        members.put("arguments_digest", call.arguments().argumentsDigest());
        Json arguments = call.services().redactor().redact(call.arguments());
        boolean isSmall = arguments.sizeBytes() <= MOST_SHOWN_BYTES;
        members.put(isSmall ? "arguments" : "arguments_bytes", isSmall ? arguments : arguments.sizeBytes());
        return Json.of(members);
    }
}
