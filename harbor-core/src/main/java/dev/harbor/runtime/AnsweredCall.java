package dev.harbor.runtime;

import dev.harbor.dispatch.Approval;
import dev.harbor.dispatch.CallRequest;
import dev.harbor.dispatch.Resumed;
import dev.harbor.history.OpenPause;
import dev.harbor.history.RunFold;
import dev.harbor.history.Suspension;
import dev.harbor.json.Json;
import dev.harbor.pause.Resolution;
import dev.harbor.run.Invocation;
import dev.harbor.tool.Resumption;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Is what people and events have said about a call that waited: it is made with the approval, and with the arguments that a person has given it or that it began
 * with, which nobody repairs. Its tool hears what it has waited for. Immutable.
 *
 * @param arguments the arguments to make it with, or null for those of the decision
 * @param approval the word of a person, or null
 * @param resumed what its tool hears, or null
 */
record AnsweredCall(
        @Nullable Json arguments,
        @Nullable Approval approval,
        @Nullable Resumed resumed) {

    static AnsweredCall of(RunFold run, String callId) {
        OpenPause waited = run.resumptionOf(callId).orElse(null);
        Invocation call = run.invocation(callId).orElse(null);
        OpenPause approved = run.approvalOf(callId).orElse(null);
        Json edited = approved == null ? null : resolution(approved).arguments();
        Json arguments = waited == null ? edited : waited.arguments();
        return new AnsweredCall(
                arguments,
                approved == null ? approval(waited, call) : approval(Objects.requireNonNull(call), edited),
                waited == null ? null : resumed(waited, Objects.requireNonNull(call)));
    }

    private static Approval approval(Invocation asked, @Nullable Json edited) {
        return new Approval(
                asked.definitionDigest(), edited == null ? asked.argumentsDigest() : edited.argumentsDigest());
    }

    /** An approval that the call had before its tool waited holds still. */
    private static @Nullable Approval approval(@Nullable OpenPause waited, @Nullable Invocation call) {
        if (waited == null || call == null || !suspension(waited).isApproved()) {
            return null;
        }
        return new Approval(suspension(waited).definitionDigest(), call.argumentsDigest());
    }

    private static Resumed resumed(OpenPause waited, Invocation call) {
        Suspension suspension = suspension(waited);
        return new Resumed(
                new Resumption(suspension.number(), suspension.state(), resolution(waited)),
                suspension.definitionDigest(),
                call.idempotencyKey());
    }

    private static Suspension suspension(OpenPause waited) {
        return Objects.requireNonNull(waited.suspension(), "a tool waited");
    }

    private static Resolution resolution(OpenPause answered) {
        return Objects.requireNonNull(answered.resolution(), "the pause was resolved");
    }

    boolean hasArguments() {
        return arguments != null;
    }

    Json argumentsOr(Json decided) {
        return arguments == null ? decided : arguments;
    }

    CallRequest.Builder addTo(CallRequest.Builder request) {
        if (approval != null) {
            request.approval(approval);
        }
        return resumed == null ? request : request.resumed(resumed);
    }
}
