package dev.harbor.dispatch;

import dev.harbor.json.Json;
import dev.harbor.pause.PauseReason;
import dev.harbor.tool.ToolOutcome;

/** Ends calls that may not be made, or not yet. */
final class Denials {

    private Denials() {}

    static void deny(CallContext call, String code, String message) {
        call.end(new ToolOutcome.Denied<>(call.info(), code, message));
        call.request().ledger.reject(call, call.outcome());
    }

    /**
     * Waits where the caller can wait, and denies where it can't: the tool that a nested call is made from is running, and only a composed one can
     * be left and made again. Nobody is asked about a call that is not wanted any more.
     */
    static void pauseOrDeny(CallContext call, PauseReason reason, String code, String message, Json payload) {
        if (call.cancellation().isCancelled()) {
            call.end(new ToolOutcome.Cancelled<>(
                    call.info(), String.valueOf(call.cancellation().reason())));
            return;
        }
        String token = call.canWait() ? call.request().ledger.pause(call, reason, message, payload) : null;
        if (token == null) {
            deny(call, code, message);
        } else {
            call.end(new ToolOutcome.Paused<>(call.info(), token, reason.wireName(), message));
        }
    }
}
