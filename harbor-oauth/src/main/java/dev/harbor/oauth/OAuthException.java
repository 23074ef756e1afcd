package dev.harbor.oauth;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Is thrown when a token can't be had or a consent can't be completed. The message names the provider or the host and the standard error code of the other side;
 * what else that said is left out, since it may repeat a code, a token or a secret.
 *
 * <p>Thread-safe.
 */
public final class OAuthException extends HarborException {

    /** There is no such consent under way for who asks; one of somebody else is not told apart. */
    public static final ErrorCode CONSENT_NOT_FOUND = ErrorCode.of("OAUTH_CONSENT_NOT_FOUND");

    /** The token is that of a whole tenant: only an administrator grants it or takes it away, through an {@link OAuthOperator}. */
    public static final ErrorCode ADMIN_REQUIRED = ErrorCode.of("OAUTH_ADMIN_REQUIRED");

    /** The consent was begun too long ago. */
    public static final ErrorCode CONSENT_EXPIRED = ErrorCode.of("OAUTH_CONSENT_EXPIRED");

    /** Somebody completes the same consent at this moment. */
    public static final ErrorCode CONSENT_BUSY = ErrorCode.of("OAUTH_CONSENT_BUSY");

    /** The code could not be exchanged for tokens; the consent can be given again at the same address. */
    public static final ErrorCode EXCHANGE_FAILED = ErrorCode.of("OAUTH_EXCHANGE_FAILED");

    /** The answer came from another authorization server than the one that was asked. */
    public static final ErrorCode WRONG_ISSUER = ErrorCode.of("OAUTH_WRONG_ISSUER");

    /** What a server says about itself can't be read, contradicts itself, or lacks what is needed. */
    public static final ErrorCode DISCOVERY_FAILED = ErrorCode.of("OAUTH_DISCOVERY_FAILED");

    /** No client is known at the authorization server, and it registers none. */
    public static final ErrorCode REGISTRATION_FAILED = ErrorCode.of("OAUTH_REGISTRATION_FAILED");

    /** The authorization server refuses a token. */
    public static final ErrorCode TOKEN_REFUSED = ErrorCode.of("OAUTH_TOKEN_REFUSED");

    /** The authorization server, or what leads there, fails at the moment. */
    public static final ErrorCode UNAVAILABLE = ErrorCode.of("OAUTH_UNAVAILABLE");

    private static final long serialVersionUID = 1L;

    private final String error;

    OAuthException(ErrorCode code, String message) {
        this(code, message, "", null);
    }

    OAuthException(ErrorCode code, String message, String error, @Nullable Throwable cause) {
        super(code, message, cause);
        this.error = Objects.requireNonNull(error, "error");
    }

    static OAuthException adminRequired(String provider) {
        return new OAuthException(
                ADMIN_REQUIRED,
                "the token of '" + provider + "' is that of the whole tenant; an administrator decides");
    }

    /** Returns the error code of the other side, one of those that the standards name; empty when there is none. */
    public String error() {
        return error;
    }

    /** Tells whether the same may succeed later without anybody doing anything. */
    boolean mayPass() {
        return code().equals(UNAVAILABLE);
    }

    /** Returns the same failure under another code. */
    OAuthException as(ErrorCode code) {
        return new OAuthException(code, String.valueOf(getMessage()), error, getCause());
    }
}
