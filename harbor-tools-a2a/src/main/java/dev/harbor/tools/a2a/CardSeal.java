package dev.harbor.tools.a2a;

import dev.harbor.json.Json;
import dev.harbor.json.MalformedJsonException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Holds a card against its signatures. Immutable. */
final class CardSeal {

    private static final Base64.Encoder URL = Base64.getUrlEncoder().withoutPadding();

    private final A2aSignatures wanted;
    private final Origins keySets;
    private final Function<URI, Json> fetch;

    /**
     * Creates a seal.
     *
     * @param card where the card is
     * @param fetch fetches a set of keys
     */
    CardSeal(A2aSignatures wanted, URI card, Function<URI, Json> fetch) {
        this.wanted = wanted;
        this.keySets = Origins.of(card, wanted.keySets());
        this.fetch = fetch;
    }

    private enum Verdict {
        GOOD,
        WRONG,
        NO_KEY
    }

    /**
     * Checks a card.
     *
     * @throws BrokenPeer if it isn't what was signed, or isn't signed and has to be
     */
    void require(Json card) {
        if (wanted.isIgnored()) {
            return;
        }
        List<Json> signatures = Fields.of(card).list("signatures");
        List<Verdict> verdicts =
                signatures.stream().map(each -> verdict(card, Fields.of(each))).toList();
        if (verdicts.contains(Verdict.GOOD)) {
            return;
        }
        if (verdicts.contains(Verdict.WRONG)) {
            throw new BrokenPeer("the signature of its card does not fit the card");
        }
        if (wanted.isRequired()) {
            throw new BrokenPeer("its card has to be signed by a key that is known, and is not");
        }
    }

    private Verdict verdict(Json card, Fields signature) {
        String header = signature.textOr("", "protected");
        Fields claims = decoded(header);
        return claims == null ? Verdict.NO_KEY : verdict(card, signature, header, claims);
    }

    private Verdict verdict(Json card, Fields signature, String header, Fields claims) {
        PublicKey key = key(claims);
        if (key == null) {
            return Verdict.NO_KEY;
        }
        String algorithm = claims.textOr("", "alg");
        boolean good = CanonicalCard.forms(card)
                .anyMatch(form -> fits(algorithm, key, header + '.' + encoded(form), signature));
        if (good) {
            return Verdict.GOOD;
        }
        boolean known = wanted.keys().containsKey(claims.textOr("", "kid"));
        return known || !isTranslated(card) ? Verdict.WRONG : Verdict.NO_KEY;
    }

    /** Servers of both versions show the card of 1.0 in the shape of 0.3, with a signature over what it was. Who left the signature out would get as far. */
    private static boolean isTranslated(Json card) {
        Fields fields = Fields.of(card);
        return fields.has("url") && ProtocolVersion.of(fields.textOr("1.0", "protocolVersion")) == ProtocolVersion.V0_3;
    }

    private static String encoded(String form) {
        return URL.encodeToString(form.getBytes(StandardCharsets.UTF_8));
    }

    private static @Nullable Fields decoded(String header) {
        try {
            byte[] json = Base64.getUrlDecoder().decode(header);
            return Fields.of(Json.parse(json));
        } catch (IllegalArgumentException | MalformedJsonException e) {
            return null;
        }
    }

    private @Nullable PublicKey key(Fields claims) {
        String id = claims.textOr("", "kid");
        PublicKey known = wanted.keys().get(id);
        return known == null ? fetched(claims.textOr("", "jku")).get(id) : known;
    }

    private Map<String, PublicKey> fetched(String address) {
        if (address.isEmpty()) {
            return Map.of();
        }
        try {
            URI uri = Urls.of(address, "address of keys");
            return keySets.allow(uri) ? JsonWebKey.set(fetch.apply(uri)) : Map.of();
        } catch (IllegalArgumentException e) {
            return Map.of();
        }
    }

    private static boolean fits(String algorithm, PublicKey key, String content, Fields signature) {
        String name = name(algorithm, key);
        if (name == null) {
            return false;
        }
        try {
            Signature check = Signature.getInstance(name);
            check.initVerify(key);
            check.update(content.getBytes(StandardCharsets.US_ASCII));
            return check.verify(Base64.getUrlDecoder().decode(signature.textOr("", "signature")));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return false;
        }
    }

    /** Returns what the algorithm is called here; null if it is none of those allowed or not that of the key. */
    private static @Nullable String name(String algorithm, PublicKey key) {
        return switch (algorithm) {
            case "ES256" -> key instanceof ECPublicKey ? "SHA256withECDSAinP1363Format" : null;
            case "RS256" -> key instanceof RSAPublicKey ? "SHA256withRSA" : null;
            case "EdDSA" -> key instanceof EdECPublicKey ? "EdDSA" : null;
            default -> null;
        };
    }
}
