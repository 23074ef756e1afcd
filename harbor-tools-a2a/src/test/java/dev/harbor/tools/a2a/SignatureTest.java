package dev.harbor.tools.a2a;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.json.Json;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A signed card is held against its signature; what was tampered with is refused. */
final class SignatureTest {

    private static final Base64.Encoder URL = Base64.getUrlEncoder().withoutPadding();
    private static final URI HERE = URI.create("https://agents.example/one");
    private static final Function<URI, Json> NO_FETCH = uri -> {
        throw new AssertionError("nothing may be fetched: " + uri);
    };

    private static Map<String, Object> card() {
        Map<String, Object> card = new LinkedHashMap<>();
        card.put("name", "Signed");
        card.put("description", "");
        card.put("skills", List.of());
        card.put("capabilities", Map.of("streaming", true, "pushNotifications", false));
        return card;
    }

    /** Signs a form of a card. */
    private static Json signed(Map<String, Object> card, String form, KeyPair keys, String algorithm, String jku)
            throws Exception {
        Map<String, Object> header = new LinkedHashMap<>(Map.of("alg", algorithm, "kid", "k1", "typ", "JOSE"));
        if (!jku.isEmpty()) {
            header.put("jku", jku);
        }
        String head = URL.encodeToString(Json.of(header).toBytes());
        String name = Map.of("ES256", "SHA256withECDSAinP1363Format", "RS256", "SHA256withRSA", "EdDSA", "EdDSA")
                .get(algorithm);
        Signature signature = Signature.getInstance(name);
        signature.initSign(keys.getPrivate());
        String payload = URL.encodeToString(form.getBytes(StandardCharsets.UTF_8));
        signature.update((head + '.' + payload).getBytes(StandardCharsets.US_ASCII));
        Map<String, Object> all = new LinkedHashMap<>(card);
        all.put("signatures", List.of(Map.of("protected", head, "signature", URL.encodeToString(signature.sign()))));
        return Json.of(all);
    }

    private static KeyPair keys(String kind) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(kind);
        if (!kind.equals("Ed25519")) {
            generator.initialize(kind.equals("EC") ? 256 : 2048);
        }
        return generator.generateKeyPair();
    }

    @ParameterizedTest
    @CsvSource({"EC, ES256", "RSA, RS256", "Ed25519, EdDSA"})
    void cardThatIsSigned_fits_andOneThatWasTamperedWithDoesNot(String kind, String algorithm) throws Exception {
        KeyPair keys = keys(kind);
        Json card = signed(card(), Json.of(card()).canonical().toString(), keys, algorithm, "");
        A2aSignatures wanted = A2aSignatures.required().keys(set(keys, kind)).build();
        CardSeal seal = new CardSeal(wanted, HERE, NO_FETCH);
        Json tampered = Json.parse(card.toString().replace("\"Signed\"", "\"Other\""));

        assertThatCode(() -> seal.require(card)).doesNotThrowAnyException();
        assertThatExceptionOfType(BrokenPeer.class)
                .isThrownBy(() -> seal.require(tampered))
                .withMessageContaining("does not fit");
    }

    private static Json set(KeyPair keys, String kind) {
        Map<String, Object> key = new LinkedHashMap<>();
        key.put("kid", "k1");
        if (keys.getPublic() instanceof ECPublicKey ec) {
            key.putAll(Map.of("kty", "EC", "crv", "P-256"));
            key.put("x", number(ec.getW().getAffineX(), 32));
            key.put("y", number(ec.getW().getAffineY(), 32));
        } else if (keys.getPublic() instanceof RSAPublicKey rsa) {
            key.put("kty", "RSA");
            key.put("n", number(rsa.getModulus(), 256));
            key.put("e", number(rsa.getPublicExponent(), 3));
        } else {
            byte[] encoded = ((EdECPublicKey) keys.getPublic()).getEncoded();
            key.putAll(Map.of("kty", "OKP", "crv", "Ed25519"));
            key.put("x", URL.encodeToString(Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length)));
        }
        return Json.of(Map.of("keys", List.of(key, Map.of("kty", kind + "-unknown", "kid", "odd"))));
    }

    private static String number(BigInteger value, int length) {
        byte[] bytes = value.toByteArray();
        byte[] whole = new byte[length];
        int count = Math.min(length, bytes.length);
        System.arraycopy(bytes, bytes.length - count, whole, length - count, count);
        return URL.encodeToString(whole);
    }

    @Test
    void cardSignedOverTheOtherForms_fits() throws Exception {
        KeyPair keys = keys("EC");
        A2aSignatures wanted =
                A2aSignatures.required().key("k1", keys.getPublic()).build();
        CardSeal seal = new CardSeal(wanted, HERE, NO_FETCH);
        String byRules =
                "{\"capabilities\":{\"streaming\":true},\"description\":\"\",\"name\":\"Signed\",\"skills\":[]}";
        String stripped = "{\"capabilities\":{\"pushNotifications\":false,\"streaming\":true},\"name\":\"Signed\"}";

        assertThat(CanonicalCard.forms(Json.of(card()))).contains(byRules, stripped);
        assertThatCode(() -> seal.require(signed(card(), byRules, keys, "ES256", "")))
                .doesNotThrowAnyException();
        assertThatCode(() -> seal.require(signed(card(), stripped, keys, "ES256", "")))
                .doesNotThrowAnyException();
    }

    @Test
    void cardThatIsNotSigned_isRefusedOnlyWhereItHasToBe() throws Exception {
        Json card = Json.of(card());
        A2aSignatures.Builder required =
                A2aSignatures.required().key("k1", keys("EC").getPublic());

        assertThatExceptionOfType(BrokenPeer.class)
                .isThrownBy(() -> new CardSeal(required.build(), HERE, NO_FETCH).require(card));
        assertThatCode(() -> new CardSeal(A2aSignatures.ifPresent().build(), HERE, NO_FETCH).require(card))
                .doesNotThrowAnyException();
    }

    @Test
    void algorithmOfAnotherKindThanTheKey_isNone() throws Exception {
        KeyPair keys = keys("EC");
        Json card = signed(card(), Json.of(card()).canonical().toString(), keys, "ES256", "");
        for (String algorithm : List.of("none", "HS256", "RS256")) {
            String head = URL.encodeToString(
                    Json.of(Map.of("alg", algorithm, "kid", "k1")).toBytes());
            Json other =
                    Json.parse(card.toString().replaceAll("\"protected\":\"[^\"]*\"", "\"protected\":\"" + head + '"'));
            A2aSignatures wanted =
                    A2aSignatures.ifPresent().key("k1", keys.getPublic()).build();

            assertThatExceptionOfType(BrokenPeer.class)
                    .isThrownBy(() -> new CardSeal(wanted, HERE, NO_FETCH).require(other));
        }
    }

    @Test
    void keysThatTheCardNames_areFetchedFromItsOwnOriginOnly() throws Exception {
        KeyPair keys = keys("EC");
        String form = Json.of(card()).canonical().toString();
        A2aSignatures wanted = A2aSignatures.required().build();
        CardSeal seal = new CardSeal(wanted, HERE, uri -> set(keys, "EC"));

        assertThatCode(() -> seal.require(signed(card(), form, keys, "ES256", "https://agents.example/keys")))
                .doesNotThrowAnyException();
        assertThatExceptionOfType(BrokenPeer.class)
                .isThrownBy(() -> new CardSeal(wanted, HERE, NO_FETCH)
                        .require(signed(card(), form, keys, "ES256", "https://elsewhere.example/keys")));
        A2aSignatures allowing = A2aSignatures.required()
                .allowKeySets("https://elsewhere.example")
                .build();
        assertThatCode(() -> new CardSeal(allowing, HERE, uri -> set(keys, "EC"))
                        .require(signed(card(), form, keys, "ES256", "https://elsewhere.example/keys")))
                .doesNotThrowAnyException();
    }

    @Test
    void tamperedCard_isNotUsed() throws Exception {
        KeyPair keys = keys("EC");
        try (FakeAgent agent = FakeAgent.start(FakeAgent.Speech.NEW)) {
            agent.card = card -> {
                try {
                    Json whole = signed(card, Json.of(card).canonical().toString(), keys, "ES256", "");
                    Map<String, Object> tampered = new LinkedHashMap<>(whole.members());
                    tampered.put("name", "Somebody else");
                    return tampered;
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            };
            A2aSignatures wanted =
                    A2aSignatures.ifPresent().key("k1", keys.getPublic()).build();
            try (World world = World.of(agent, builder -> builder.signatures(wanted))) {
                assertThat(world.ada().tools()).noneMatch(each -> each.source().equals("a"));
            }
        }
    }
}
