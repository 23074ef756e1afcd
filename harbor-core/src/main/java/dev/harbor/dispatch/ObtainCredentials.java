package dev.harbor.dispatch;

import dev.harbor.access.ConsentProvider;
import dev.harbor.access.ConsentProvider.Consent;
import dev.harbor.error.HarborException;
import dev.harbor.pause.PauseReason;
import dev.harbor.policy.ErrorClass;
import dev.harbor.tool.ToolError;
import java.util.List;
import java.util.Optional;

/** Makes sure that the scopes which the tool needs are held, or asks for the consent that gives them. */
final class ObtainCredentials implements Stage {

    static final String SCOPE_MISSING = "scope_missing";
    static final String CONSENT_REQUIRED = "consent_required";

    @Override
    public String name() {
        return "credentials";
    }

    @Override
    public void apply(CallContext call) {
        if (!call.missingScopes().isEmpty()) {
            obtain(call);
        }
    }

    private static void obtain(CallContext call) {
        Optional<Consent> consent;
        try {
            consent = begin(call);
        } catch (HarborException e) {
            call.fail(new ToolError(
                    e.code(),
                    ErrorClass.TRANSIENT,
                    "the consent that the tool needs can't be asked for at the moment",
                    List.of(),
                    true,
                    e));
            return;
        }
        if (consent.isPresent()) {
            ask(call, consent.get());
        } else {
            Denials.deny(
                    call,
                    SCOPE_MISSING,
                    "the caller lacks a scope that the tool needs: " + String.join(", ", call.missingScopes()));
        }
    }

    /** A call that can't wait begins nothing that nobody would end. */
    private static Optional<Consent> begin(CallContext call) {
        ConsentProvider consents = call.services().consents();
        return call.nested() || call.cancellation().isCancelled()
                ? consents.obtain(call.identity(), call.missingScopes())
                : consents.begin(call.identity(), call.missingScopes());
    }

    private static void ask(CallContext call, Consent consent) {
        Denials.pauseOrDeny(call, PauseReason.EXTERNAL_EVENT, CONSENT_REQUIRED, consent.message(), consent.payload());
    }
}
