package dev.harbor.oauth;

import dev.harbor.access.Secret;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Is how this service is known at an authorization server, and how it proves that it is the one: the id it was given there, and the name under which a
 * {@link dev.harbor.access.CredentialProvider} has its secret. The value of the secret is fetched for each request.
 *
 * <p>Immutable.
 */
public final class ClientRegistration {

    /** How a client proves itself at the token endpoint. Immutable. */
    public enum Method {
        /** Not at all: a public client, which is protected by PKCE alone. */
        NONE,
        /** By a secret in the header {@code Authorization}. */
        SECRET_BASIC,
        /** By a secret in the body. */
        SECRET_POST,
        /** By a JWT that it signs with a private key. */
        PRIVATE_KEY_JWT
    }

    private static final int MAX_LENGTH = 2048;

    private final String clientId;
    private final Method method;
    private final @Nullable String credential;
    private final @Nullable Secret given;

    private ClientRegistration(String clientId, Method method, @Nullable String credential, @Nullable Secret given) {
        if (clientId.isBlank() || clientId.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("a client id has 1 to " + MAX_LENGTH + " characters and is not blank");
        }
        if (credential != null && credential.isBlank()) {
            throw new IllegalArgumentException("the name of a credential is not blank");
        }
        this.clientId = clientId;
        this.method = method;
        this.credential = credential;
        this.given = given;
    }

    /**
     * Returns a client without a secret.
     *
     * @throws IllegalArgumentException if the id is blank or too long
     */
    public static ClientRegistration publicClient(String clientId) {
        return new ClientRegistration(clientId, Method.NONE, null, null);
    }

    /**
     * Returns a client with a secret that goes into a header, as servers have to take it.
     *
     * @param credential the name of the secret
     * @throws IllegalArgumentException if one of them is blank
     */
    public static ClientRegistration secretBasic(String clientId, String credential) {
        return new ClientRegistration(clientId, Method.SECRET_BASIC, named(credential), null);
    }

    /**
     * Returns a client with a secret that goes into the body, for servers that take it nowhere else.
     *
     * @param credential the name of the secret
     * @throws IllegalArgumentException if one of them is blank
     */
    public static ClientRegistration secretPost(String clientId, String credential) {
        return new ClientRegistration(clientId, Method.SECRET_POST, named(credential), null);
    }

    /**
     * Returns a client that signs.
     *
     * @param credential the name of the private key: a JWK, or PEM of PKCS #8 with an EC key of P-256, P-384 or P-521 or an RSA key of 2048 bits or more; signed
     *     with ES256, ES384, ES512 or RS256 unless the JWK names another algorithm
     * @throws IllegalArgumentException if one of them is blank
     */
    public static ClientRegistration privateKeyJwt(String clientId, String credential) {
        return new ClientRegistration(clientId, Method.PRIVATE_KEY_JWT, named(credential), null);
    }

    /** Returns a client that a server has just registered. */
    static ClientRegistration registered(String clientId, Method method, @Nullable String secret) {
        boolean needed = method == Method.SECRET_BASIC || method == Method.SECRET_POST;
        return new ClientRegistration(clientId, method, null, needed ? Secret.of(String.valueOf(secret)) : null);
    }

    static ClientRegistration of(String clientId, Method method, @Nullable String credential, @Nullable String secret) {
        return new ClientRegistration(clientId, method, credential, secret == null ? null : Secret.of(secret));
    }

    private static String named(String credential) {
        return Objects.requireNonNull(credential, "credential");
    }

    /** Returns the id. */
    public String clientId() {
        return clientId;
    }

    /** Returns how it proves itself. */
    public Method method() {
        return method;
    }

    /** Returns the name of its secret or key, or null when it has none or a server gave it one. */
    public @Nullable String credential() {
        return credential;
    }

    /** Returns the secret that the server gave, or null. */
    @Nullable
    Secret given() {
        return given;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ClientRegistration that
                && clientId.equals(that.clientId)
                && method == that.method
                && Objects.equals(credential, that.credential)
                && Objects.equals(given, that.given);
    }

    @Override
    public int hashCode() {
        return Objects.hash(clientId, method, credential);
    }

    @Override
    public String toString() {
        return "ClientRegistration[" + clientId + ", " + method + "]";
    }
}
