package dev.harbor.tools.http;

import dev.harbor.tool.InvalidToolDefinition;
import java.util.Objects;

/**
 * Says how requests prove on whose behalf they come: where a credential goes, and under which name a {@link dev.harbor.access.CredentialProvider} has it. The
 * value is fetched for each request, for the identity that calls.
 *
 * <p>Immutable.
 */
public final class HttpAuth {

    /** Where a credential goes. Immutable. */
    public enum Kind {
        /** Into a header of its own. */
        HEADER,
        /** Into the query. */
        QUERY,
        /** Into a cookie. */
        COOKIE,
        /** Into {@code Authorization}, as a bearer token; such as the OAuth token of the calling identity. */
        BEARER,
        /** Into {@code Authorization}, by the basic scheme; the credential is user and password with a colon between them. */
        BASIC
    }

    private final Kind kind;
    private final String field;
    private final String credential;

    private HttpAuth(Kind kind, String field, String credential) {
        this.kind = kind;
        this.field = field;
        this.credential = credential;
        if (credential.isBlank() || credential.length() > 256) {
            throw new InvalidToolDefinition("the name of a credential has 1 to 256 characters");
        }
        if (field.isBlank() || field.length() > 256) {
            throw new InvalidToolDefinition("authentication by " + kind + " names its field in 1 to 256 characters");
        }
    }

    /**
     * Puts a credential into a header.
     *
     * @throws InvalidToolDefinition if the name may not stand in a message or is one that requests set themselves
     */
    public static HttpAuth header(String header, String credential) {
        HeaderNames.requireFree(header, "authentication");
        return new HttpAuth(Kind.HEADER, header, Objects.requireNonNull(credential, "credential"));
    }

    /** Puts a credential into the query. Servers and proxies log addresses: prefer a header where there is a choice. */
    public static HttpAuth query(String parameter, String credential) {
        return new HttpAuth(
                Kind.QUERY,
                Objects.requireNonNull(parameter, "parameter"),
                Objects.requireNonNull(credential, "credential"));
    }

    /**
     * Puts a credential into a cookie.
     *
     * @throws InvalidToolDefinition if the name may not stand in a cookie
     */
    public static HttpAuth cookie(String cookie, String credential) {
        HeaderNames.requireToken(cookie, "the name of a cookie");
        return new HttpAuth(Kind.COOKIE, cookie, Objects.requireNonNull(credential, "credential"));
    }

    /** Sends a credential as a bearer token. With a provider that knows tokens by identity this is the OAuth token of whoever calls. */
    public static HttpAuth bearer(String credential) {
        return new HttpAuth(Kind.BEARER, "Authorization", Objects.requireNonNull(credential, "credential"));
    }

    /** Sends a credential, which is user and password with a colon between them, by the basic scheme. */
    public static HttpAuth basic(String credential) {
        return new HttpAuth(Kind.BASIC, "Authorization", Objects.requireNonNull(credential, "credential"));
    }

    /** Returns where it goes. */
    public Kind kind() {
        return kind;
    }

    /** Returns the name of the header, query parameter or cookie. */
    public String field() {
        return field;
    }

    /** Returns the name of the credential, never its value. */
    public String credential() {
        return credential;
    }

    boolean isInHeader() {
        return kind != Kind.QUERY && kind != Kind.COOKIE;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof HttpAuth that
                && kind == that.kind
                && field.equals(that.field)
                && credential.equals(that.credential);
    }

    @Override
    public int hashCode() {
        return Objects.hash(kind, field, credential);
    }

    @Override
    public String toString() {
        return "HttpAuth[" + kind + ", " + field + ", " + credential + "]";
    }
}
