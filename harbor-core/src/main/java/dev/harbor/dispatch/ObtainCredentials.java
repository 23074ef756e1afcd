package dev.harbor.dispatch;

import dev.harbor.access.ConsentProvider.Consent;
import dev.harbor.pause.PauseReason;
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
        if (call.missingScopes().isEmpty()) {
            return;
        }
        Optional<Consent> consent = call.services().consents().obtain(call.identity(), call.missingScopes());
        if (consent.isPresent()) {
            Denials.pauseOrDeny(
                    call,
                    PauseReason.EXTERNAL_EVENT,
                    CONSENT_REQUIRED,
                    consent.get().message(),
                    consent.get().payload());
        } else {
            Denials.deny(
                    call,
                    SCOPE_MISSING,
                    "the caller lacks a scope that the tool needs: " + String.join(", ", call.missingScopes()));
        }
    }
}
