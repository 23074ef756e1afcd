package dev.harbor.oauth;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.AsymmetricJWK;
import com.nimbusds.jose.jwk.JWK;
import dev.harbor.access.Secret;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.text.ParseException;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Is a private key that a client signs with. Immutable. */
record SigningKey(
        PrivateKey key, JWSAlgorithm algorithm, @Nullable String id) {

    private static final String UNUSABLE =
            "is no private key that can be used: it must be a JWK, or PEM of PKCS #8, with an EC or RSA key";

    /**
     * Reads a key.
     *
     * @throws OAuthException with {@link OAuthException#TOKEN_REFUSED} if it is none; the message shows nothing of it
     */
    static SigningKey of(String credential, Secret secret) {
        String text = secret.reveal().strip();
        try {
            return text.startsWith("{") ? ofJwk(text) : ofPem(text);
        } catch (ParseException | JOSEException | GeneralSecurityException | IllegalArgumentException ignored) {
            // What they say may repeat a part of the key.
            throw unusable(credential);
        }
    }

    private static OAuthException unusable(String credential) {
        return new OAuthException(OAuthException.TOKEN_REFUSED, "the credential '" + credential + "' " + UNUSABLE);
    }

    private static SigningKey ofJwk(String text) throws ParseException, JOSEException {
        JWK jwk = JWK.parse(text);
        PrivateKey key = jwk instanceof AsymmetricJWK pair ? pair.toPrivateKey() : null;
        if (key == null) {
            throw new IllegalArgumentException("no private key");
        }
        JWSAlgorithm algorithm = jwk.getAlgorithm() == null
                ? usual(key)
                : JWSAlgorithm.parse(jwk.getAlgorithm().getName());
        return new SigningKey(key, algorithm, jwk.getKeyID());
    }

    private static SigningKey ofPem(String text) throws GeneralSecurityException {
        String inside = text.replaceAll("-----(?:BEGIN|END) PRIVATE KEY-----", "");
        PKCS8EncodedKeySpec spec = new PKCS8EncodedKeySpec(Base64.getDecoder().decode(inside.replaceAll("\\s", "")));
        PrivateKey key = read(spec);
        return new SigningKey(key, usual(key), null);
    }

    private static PrivateKey read(PKCS8EncodedKeySpec spec) throws GeneralSecurityException {
        try {
            return KeyFactory.getInstance("EC").generatePrivate(spec);
        } catch (GeneralSecurityException notEc) {
            return KeyFactory.getInstance("RSA").generatePrivate(spec);
        }
    }

    private static JWSAlgorithm usual(PrivateKey key) {
        if (!(key instanceof ECPrivateKey ec)) {
            return JWSAlgorithm.RS256;
        }
        int bits = ec.getParams().getOrder().bitLength();
        return bits <= 256 ? JWSAlgorithm.ES256 : bits <= 384 ? JWSAlgorithm.ES384 : JWSAlgorithm.ES512;
    }

    @Override
    public String toString() {
        return "SigningKey[" + algorithm + "]";
    }
}
