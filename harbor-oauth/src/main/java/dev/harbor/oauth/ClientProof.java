package dev.harbor.oauth;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.ClientSecretPost;
import com.nimbusds.oauth2.sdk.auth.JWTAuthenticationClaimsSet;
import com.nimbusds.oauth2.sdk.auth.PrivateKeyJWT;
import com.nimbusds.oauth2.sdk.id.Audience;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.JWTID;
import dev.harbor.access.CredentialProvider;
import dev.harbor.access.Secret;
import dev.harbor.identity.Identity;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Objects;
import java.util.Optional;

/** Proves to a token endpoint which client asks. Secrets are fetched for each request. Thread-safe. */
final class ClientProof {

    private static final Duration LIFE = Duration.ofMinutes(1);

    private final CredentialProvider secrets;
    private final Clock clock;

    ClientProof(CredentialProvider secrets, Clock clock) {
        this.secrets = secrets;
        this.clock = clock;
    }

    /**
     * Returns what goes along with a request; empty for a public client.
     *
     * @param identity on whose behalf, for providers whose secrets differ by tenant
     * @throws OAuthException if the secret is missing or can't be used
     */
    Optional<ClientAuthentication> of(Terms terms, Identity identity) {
        ClientRegistration client = terms.client();
        ClientID id = new ClientID(client.clientId());
        return switch (client.method()) {
            case NONE -> Optional.empty();
            case SECRET_BASIC -> Optional.of(new ClientSecretBasic(id, plain(secret(client, identity))));
            case SECRET_POST -> Optional.of(new ClientSecretPost(id, plain(secret(client, identity))));
            case PRIVATE_KEY_JWT -> Optional.of(signed(terms, secret(client, identity)));
        };
    }

    private static com.nimbusds.oauth2.sdk.auth.Secret plain(Secret secret) {
        return new com.nimbusds.oauth2.sdk.auth.Secret(secret.reveal());
    }

    private Secret secret(ClientRegistration client, Identity identity) {
        Secret given = client.given();
        return given == null ? fetched(String.valueOf(client.credential()), identity) : given;
    }

    private Secret fetched(String name, Identity identity) {
        Optional<Secret> found;
        try {
            found = secrets.find(name, identity);
        } catch (RuntimeException e) {
            // What a provider throws may hold what it has: its class must do.
            throw new OAuthException(
                    OAuthException.UNAVAILABLE,
                    "the credential '" + name + "' can't be fetched at the moment ("
                            + e.getClass().getSimpleName() + ")");
        }
        return found.orElseThrow(
                () -> new OAuthException(OAuthException.TOKEN_REFUSED, "the credential '" + name + "' is not there"));
    }

    /** The audience is the issuer, so that no other server can use what one of them was sent. */
    private PrivateKeyJWT signed(Terms terms, Secret secret) {
        ClientRegistration client = terms.client();
        SigningKey key = SigningKey.of(String.valueOf(client.credential()), secret);
        Instant now = clock.instant();
        String audience =
                Objects.requireNonNullElse(terms.issuer(), terms.tokenEndpoint().toString());
        JWTAuthenticationClaimsSet claims = new JWTAuthenticationClaimsSet(
                new ClientID(client.clientId()),
                new Audience(audience).toSingleAudienceList(),
                Date.from(now.plus(LIFE)),
                null,
                Date.from(now),
                new JWTID());
        try {
            return new PrivateKeyJWT(claims, key.algorithm(), key.key(), key.id(), null);
        } catch (JOSEException | IllegalArgumentException ignored) {
            // Which key it was says the name; what the library says about it may show parts of it.
            throw failed(client, key);
        }
    }

    private static OAuthException failed(ClientRegistration client, SigningKey key) {
        return new OAuthException(
                OAuthException.TOKEN_REFUSED,
                "the credential '" + client.credential() + "' can't sign with " + key.algorithm());
    }
}
