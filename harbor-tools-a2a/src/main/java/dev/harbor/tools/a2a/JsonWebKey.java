package dev.harbor.tools.a2a;

import dev.harbor.json.Json;
import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

/** Reads public keys as JSON has them (RFC 7517): EC on P-256, RSA of 2048 bits and more, and Ed25519. */
final class JsonWebKey {

    private static final int LEAST_RSA_BITS = 2048;

    private JsonWebKey() {}

    /** Returns the keys of a set by their ids; those that can't be used are left out. */
    static Map<String, PublicKey> set(Json json) {
        Map<String, PublicKey> keys = new HashMap<>();
        for (Json each : Fields.of(json).list("keys")) {
            Fields key = Fields.of(each);
            String id = key.textOr("", "kid");
            try {
                keys.put(id, read(key));
            } catch (GeneralSecurityException | IllegalArgumentException e) {
                // A set may hold keys of other kinds, for other uses.
                keys.remove(id);
            }
        }
        return keys;
    }

    private static PublicKey read(Fields key) throws GeneralSecurityException {
        return switch (key.textOr("", "kty")) {
            case "EC" -> curve(key);
            case "RSA" -> rsa(key);
            case "OKP" -> edwards(key);
            default -> throw new IllegalArgumentException("a key of another kind");
        };
    }

    private static PublicKey curve(Fields key) throws GeneralSecurityException {
        if (!key.textOr("", "crv").equals("P-256")) {
            throw new IllegalArgumentException("a curve other than P-256");
        }
        AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
        parameters.init(new ECGenParameterSpec("secp256r1"));
        ECPoint point = new ECPoint(number(key, "x"), number(key, "y"));
        ECParameterSpec curve = parameters.getParameterSpec(ECParameterSpec.class);
        return KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(point, curve));
    }

    private static PublicKey rsa(Fields key) throws GeneralSecurityException {
        BigInteger modulus = number(key, "n");
        if (modulus.bitLength() < LEAST_RSA_BITS) {
            throw new IllegalArgumentException("a key of RSA that is too short");
        }
        return KeyFactory.getInstance("RSA").generatePublic(new RSAPublicKeySpec(modulus, number(key, "e")));
    }

    private static PublicKey edwards(Fields key) throws GeneralSecurityException {
        byte[] little = bytes(key, "x");
        if (!key.textOr("", "crv").equals("Ed25519") || little.length != 32) {
            throw new IllegalArgumentException("a curve other than Ed25519");
        }
        byte[] big = new byte[little.length];
        for (int i = 0; i < little.length; i++) {
            big[i] = little[little.length - 1 - i];
        }
        boolean odd = (big[0] & 0x80) != 0;
        big[0] &= 0x7f;
        EdECPoint point = new EdECPoint(odd, new BigInteger(1, big));
        return KeyFactory.getInstance("EdDSA").generatePublic(new EdECPublicKeySpec(NamedParameterSpec.ED25519, point));
    }

    private static BigInteger number(Fields key, String member) {
        return new BigInteger(1, bytes(key, member));
    }

    private static byte[] bytes(Fields key, String member) {
        return Base64.getUrlDecoder().decode(key.textOr("", member));
    }
}
