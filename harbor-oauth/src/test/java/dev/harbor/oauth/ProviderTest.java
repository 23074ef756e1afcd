package dev.harbor.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import dev.harbor.access.CredentialProvider;
import dev.harbor.access.TokenStore;
import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.identity.Identity;
import java.net.URI;
import java.time.Duration;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Servers: found by their issuer, with clients of every kind, refused when they are not what they say. */
final class ProviderTest {

    private static final Identity ADA = Desk.ADA;
    private static final Identity EVE_OF_OTHER = Identity.of("other", "eve", "session-1");

    private final AuthorizationServer server = AuthorizationServer.start("/tenant1");

    @AfterEach
    void stop() {
        server.close();
    }

    private Desk desk(UnaryOperator<OAuthProvider.Builder> provider) {
        return new Desk(
                server,
                TokenStore.inMemory(),
                builder ->
                        builder.provider(provider.apply(Desk.calendar(server)).build()));
    }

    private static ErrorCode refusal(Runnable action) {
        try {
            action.run();
            throw new AssertionError("it was not refused");
        } catch (HarborException e) {
            return e.code();
        }
    }

    @Test
    void issuerWithAPath_isFoundInTheThreePlaces_inTheirOrder() {
        assertThat(Discovery.candidates(URI.create("https://as.example/tenant1/")))
                .extracting(URI::toString)
                .containsExactly(
                        "https://as.example/.well-known/oauth-authorization-server/tenant1",
                        "https://as.example/.well-known/openid-configuration/tenant1",
                        "https://as.example/tenant1/.well-known/openid-configuration");
        assertThat(Discovery.candidates(URI.create("https://as.example")))
                .extracting(URI::toString)
                .containsExactly(
                        "https://as.example/.well-known/oauth-authorization-server",
                        "https://as.example/.well-known/openid-configuration");
        try (Desk desk = desk(builder -> builder)) {
            assertThat(desk.consent(ADA).kind()).isEqualTo(ConsentOutcome.Kind.GRANTED);
            desk.clock.advance(Duration.ofMinutes(50));
            desk.client.begin("calendar", ADA);
            assertThat(server.asked("/.well-known/oauth-authorization-server/tenant1"))
                    .hasSize(1);
        }
    }

    @Test
    void serverThatNamesItselfOtherwise_isRefused() {
        for (String issuer : List.of(server.origin(), server.issuer() + "/", "https://evil.example")) {
            server.metadata.put("issuer", issuer);
            try (Desk desk = desk(builder -> builder)) {
                assertThat(refusal(() -> desk.client.begin("calendar", ADA)))
                        .isEqualTo(OAuthException.DISCOVERY_FAILED);
            }
        }
    }

    @Test
    void serverThatDoesNotCheckPkce_isRefused_andOneWithOddEndpointsToo() {
        server.metadata.put("code_challenge_methods_supported", List.of("plain"));
        try (Desk desk = desk(builder -> builder)) {
            assertThat(refusal(() -> desk.client.begin("calendar", ADA))).isEqualTo(OAuthException.DISCOVERY_FAILED);
        }
        server.metadata.put("code_challenge_methods_supported", List.of("S256"));
        for (String endpoint :
                List.of("javascript:alert(1)", "http://as.example/authorize", "https://u:p@as.example/", "")) {
            server.metadata.put("authorization_endpoint", endpoint);
            try (Desk desk = desk(builder -> builder)) {
                assertThat(refusal(() -> desk.client.begin("calendar", ADA)))
                        .isEqualTo(OAuthException.DISCOVERY_FAILED);
            }
        }
    }

    @Test
    void descriptionThatFailsOrIsNoJson_isLoud() {
        String where = "/.well-known/oauth-authorization-server/tenant1";
        for (Says says :
                List.of(Says.text(500, "x"), Says.text(200, "<html>"), Says.text(200, "[]"), Says.text(404, ""))) {
            server.changed.put(where, before -> says);
            try (Desk desk = desk(builder -> builder)) {
                assertThat(refusal(() -> desk.client.begin("calendar", ADA)))
                        .isEqualTo(OAuthException.DISCOVERY_FAILED);
            }
        }
    }

    @Test
    void serverThatIsNotThere_orMayNotBeReached_isUnavailable() {
        server.close();
        try (Desk desk = desk(builder -> builder)) {
            assertThat(refusal(() -> desk.client.begin("calendar", ADA))).isEqualTo(OAuthException.UNAVAILABLE);
        }
        OAuthClient strict = OAuthClient.builder(Desk.KEYS, TokenStore.inMemory())
                .provider(Desk.calendar(server).build())
                .build();
        assertThatThrownBy(() -> strict.begin("calendar", ADA)).hasMessageContaining("EGRESS_REFUSED");
        strict.close();
    }

    @Test
    void clientOfEachKind_provesItself() throws Exception {
        ECKey key = new ECKeyGenerator(Curve.P_256).keyID("key-1").generate();
        String pem = "-----BEGIN PRIVATE KEY-----\n"
                + Base64.getMimeEncoder().encodeToString(key.toECPrivateKey().getEncoded())
                + "\n-----END PRIVATE KEY-----\n";
        server.issued.client("public", "none", "");
        server.issued.client("posting", "client_secret_post", "p/o+s t");
        server.issued.client("basic", "client_secret_basic", "simple");
        server.issued.signingClient("signing", key.toPublicJWK());
        CredentialProvider secrets = CredentialProvider.of(
                Map.of("POST", "p/o+s t", "BASIC", "simple", "JWK", key.toJSONString(), "PEM", pem));

        for (ClientRegistration client : List.of(
                ClientRegistration.publicClient("public"),
                ClientRegistration.secretPost("posting", "POST"),
                ClientRegistration.secretBasic("basic", "BASIC"))) {
            try (Desk desk = new Desk(
                    server,
                    TokenStore.inMemory(),
                    builder -> builder.secrets(secrets)
                            .provider(Desk.calendar(server).client(client).build()))) {
                assertThat(desk.consent(ADA).kind()).as("%s", client).isEqualTo(ConsentOutcome.Kind.GRANTED);
            }
        }
        for (String name : List.of("JWK", "PEM")) {
            try (Desk desk = new Desk(
                    server,
                    TokenStore.inMemory(),
                    builder -> builder.secrets(secrets)
                            .clock(java.time.Clock.systemUTC())
                            .provider(Desk.calendar(server)
                                    .client(ClientRegistration.privateKeyJwt("signing", name))
                                    .clientCredentials()
                                    .build()))) {
                assertThat(server.issued.whose(desk.token(ADA))).isEqualTo("the service");
            }
        }
    }

    @Test
    void clientWithAWrongOrMissingSecret_isLoud_andTheSecretStaysHidden() {
        for (String secret : List.of("wr0ng-secret", "{\"kty\":\"wr0ng-secret\"}")) {
            CredentialProvider secrets = CredentialProvider.of(Map.of("CALENDAR_SECRET", secret));
            try (Desk desk = new Desk(
                    server,
                    TokenStore.inMemory(),
                    builder -> builder.secrets(secrets)
                            .provider(Desk.calendar(server).clientCredentials().build()))) {
                assertThatThrownBy(() -> desk.token(ADA))
                        .isInstanceOf(OAuthException.class)
                        .hasMessageNotContaining("wr0ng");
            }
            try (Desk desk = new Desk(
                    server,
                    TokenStore.inMemory(),
                    builder -> builder.secrets(secrets)
                            .provider(Desk.calendar(server)
                                    .client(ClientRegistration.privateKeyJwt("signing", "CALENDAR_SECRET"))
                                    .clientCredentials()
                                    .build()))) {
                assertThatThrownBy(() -> desk.token(ADA))
                        .isInstanceOf(OAuthException.class)
                        .hasMessageContaining("CALENDAR_SECRET")
                        .hasMessageNotContaining("wr0ng");
            }
        }
        try (Desk desk = new Desk(
                server,
                TokenStore.inMemory(),
                builder -> builder.secrets(CredentialProvider.none())
                        .provider(Desk.calendar(server).clientCredentials().build()))) {
            assertThatThrownBy(() -> desk.token(ADA)).hasMessageContaining("CALENDAR_SECRET");
        }
    }

    @Test
    void clientCredentials_areOneTokenForATenant_anewWhenItExpiresOrIsRefused() {
        try (Desk desk = desk(OAuthProvider.Builder::clientCredentials)) {
            List<String> tokens = Crowd.of(32, number -> desk.token(number % 2 == 0 ? ADA : EVE_OF_OTHER));
            assertThat(new HashSet<>(tokens)).hasSize(2);
            assertThat(desk.client.scopes().scopes(ADA)).containsExactlyInAnyOrder("calendar.read", "calendar.write");
            String first = desk.token(ADA);
            desk.clock.advance(Duration.ofHours(1));
            String second = desk.token(ADA);
            assertThat(second).isNotEqualTo(first);
            boolean renewed = desk.client.credentials().renew("calendar", ADA, dev.harbor.access.Secret.of(second));
            assertThat(renewed).isTrue();
            assertThat(desk.token(ADA)).isNotEqualTo(second);
            assertThat(server.asked("/tenant1/token").get(0).form().get("scope"))
                    .contains("read")
                    .contains("write");
        }
    }

    @Test
    void service_thatIsNotKnown_registersItselfOnce() {
        TokenStore store = TokenStore.inMemory();
        for (int process = 0; process < 2; process++) {
            OAuthProvider provider = OAuthProvider.builder("calendar")
                    .issuer(server.issuer())
                    .clientName("My service")
                    .redirectUri(AuthorizationServer.REDIRECT)
                    .scope("calendar.read", "read")
                    .build();
            Desk desk = new Desk(server, store, builder -> builder.provider(provider));
            assertThat(desk.consent(ADA).kind()).isEqualTo(ConsentOutcome.Kind.GRANTED);
        }
        assertThat(server.asked("/tenant1/register")).hasSize(1);
        assertThat(server.asked("/tenant1/register").get(0).body())
                .contains("\"My service\"", "\"application_type\":\"web\"", AuthorizationServer.REDIRECT.toString());
    }

    @Test
    void registration_withASecret_provesItselfWithIt_andOneThatFailsIsLoud() {
        server.metadata.put("token_endpoint_auth_methods_supported", List.of("client_secret_post"));
        OAuthProvider provider = OAuthProvider.builder("calendar")
                .issuer(server.issuer())
                .redirectUri(AuthorizationServer.REDIRECT)
                .scope("calendar.read", "read")
                .build();
        try (Desk desk = new Desk(server, TokenStore.inMemory(), builder -> builder.provider(provider))) {
            assertThat(desk.consent(ADA).kind()).isEqualTo(ConsentOutcome.Kind.GRANTED);
            desk.clock.advance(Duration.ofHours(1));
            assertThat(server.issued.isGood(desk.token(ADA))).isTrue();
        }
        server.changed.put("/tenant1/register", says -> Says.error(400, "invalid_client_metadata"));
        try (Desk desk = new Desk(server, TokenStore.inMemory(), builder -> builder.provider(provider))) {
            assertThat(refusal(() -> desk.client.begin("calendar", ADA))).isEqualTo(OAuthException.REGISTRATION_FAILED);
        }
    }

    @Test
    void configuration_thatCanNotWork_isRefusedWhenItIsBuilt() {
        OAuthProvider.Builder empty = OAuthProvider.builder("p");
        assertThatThrownBy(empty::build).isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(() ->
                        OAuthProvider.builder("p").issuer("https://as.example").build())
                .hasMessageContaining("redirect URI");
        assertThatThrownBy(() -> OAuthProvider.builder("p")
                        .issuer("https://as.example")
                        .clientCredentials()
                        .client(ClientRegistration.publicClient("c"))
                        .build())
                .hasMessageContaining("secret or a key");
        assertThatThrownBy(() -> OAuthProvider.builder("a b")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> empty.issuer("http://as.example")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> empty.scope("a b")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> empty.parameter("State", "x")).isInstanceOf(IllegalArgumentException.class);
        OAuthProvider one = Desk.calendar(server).build();
        OAuthClient.Builder client =
                OAuthClient.builder(Desk.KEYS, TokenStore.inMemory()).provider(one);
        assertThatThrownBy(() -> client.provider(one)).isInstanceOf(ConfigurationException.class);
        OAuthProvider sameScope = OAuthProvider.builder("other")
                .issuer("https://as.example")
                .redirectUri(AuthorizationServer.REDIRECT)
                .scope("calendar.read")
                .build();
        assertThatThrownBy(() -> client.provider(sameScope)).hasMessageContaining("calendar.read");
        assertThat(Set.copyOf(one.scopes())).hasSize(2);
    }
}
