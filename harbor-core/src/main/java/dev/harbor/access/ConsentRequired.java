package dev.harbor.access;

import dev.harbor.access.ConsentProvider.Consent;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import java.util.Objects;

/**
 * Says that a person has to consent before there is a credential. Nothing was sent that needs one. A call that meets it waits for the consent, as for any
 * event from outside.
 *
 * <p>Thread-safe.
 */
public final class ConsentRequired extends HarborException {

    private static final long serialVersionUID = 1L;

    private final transient Consent consent;

    /** Creates an exception; its message is that of the consent. */
    public ConsentRequired(Consent consent) {
        super(
                ErrorCode.CONSENT_REQUIRED,
                Objects.requireNonNull(consent, "consent").message());
        this.consent = consent;
    }

    /** Returns what the person is told, and what a page needs for it. */
    public Consent consent() {
        return consent;
    }
}
