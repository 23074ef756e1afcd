package dev.harbor.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.access.ConsentRequired;
import dev.harbor.access.ResourceAuthorizer;
import dev.harbor.access.Secret;
import dev.harbor.access.TokenStore;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.identity.Identity;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Resources that name their own authorization servers. */
final class ResourcesTest {

    private static final Identity ADA = Desk.ADA;

    private final AuthorizationServer server = AuthorizationServer.start("/as");
    private final Desk desk = new Desk(server, TokenStore.inMemory(), builder -> builder);
    private final ResourceSettings settings = ResourceSettings.builder()
            .redirectUri(AuthorizationServer.REDIRECT)
            .clientName("My host")
            .build();

    @AfterEach
    void stop() {
        desk.close();
        server.close();
    }

    private ResourceAuthorizer authorizer() {
        server.issued.wantsResource = true;
        return desk.client.resources(settings);
    }

    private static URI consentUrl(ResourceAuthorizer authorizer, URI resource, Secret sent, int status, String... www) {
        try {
            boolean again = authorizer.challenged(resource, ADA, sent, status, List.of(www));
            throw new AssertionError("nobody was asked, and the answer was " + again);
        } catch (ConsentRequired e) {
            return Desk.address(e.consent());
        }
    }

    private void consent(ResourceAuthorizer authorizer, String... www) {
        desk.client.complete(ADA, AuthorizationServer.visit(consentUrl(authorizer, server.resource(), null, 401, www)));
    }

    private Secret token(ResourceAuthorizer authorizer) {
        return authorizer.token(server.resource(), ADA).orElseThrow();
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
    void resource_fromItsFirstRefusal_toATokenForIt() {
        ResourceAuthorizer authorizer = authorizer();
        assertThat(authorizer.token(server.resource(), ADA)).isEmpty();

        consent(authorizer, "Bearer realm=\"r\"");

        assertThat(server.issued.isGood(token(authorizer).reveal())).isTrue();
        assertThat(authorizer.token(server.resource(), Identity.of("acme", "bob", "session-1")))
                .isEmpty();
        assertThat(server.asked("/as/register")).hasSize(1);
        assertThat(server.asked("/as/token").get(0).form())
                .containsEntry("resource", server.resource().toString());
    }

    @Test
    void newProcess_findsTheTokenThatWasKept_afterOneRefusal() {
        consent(authorizer());
        ResourceAuthorizer later = authorizer();

        assertThat(later.token(server.resource(), ADA)).isEmpty();
        assertThat(later.challenged(server.resource(), ADA, null, 401, List.of()))
                .isTrue();
        assertThat(server.issued.isGood(token(later).reveal())).isTrue();
    }

    @Test
    void refusedToken_isRenewed_andWhenThatFailsThePersonIsAsked() {
        ResourceAuthorizer authorizer = authorizer();
        consent(authorizer);
        Secret first = token(authorizer);
        server.issued.revokeAccess();
        assertThat(authorizer.challenged(server.resource(), ADA, first, 401, List.of("Bearer error=\"invalid_token\"")))
                .isTrue();
        Secret second = token(authorizer);
        assertThat(second).isNotEqualTo(first);
        assertThat(authorizer.challenged(server.resource(), ADA, first, 401, List.of()))
                .isTrue();
        assertThat(token(authorizer)).isEqualTo(second);

        server.issued.revokeAll();

        assertThat(consentUrl(authorizer, server.resource(), second, 401)).isNotNull();
    }

    @Test
    void expiredToken_isRenewed_beforeItIsSent() {
        ResourceAuthorizer authorizer = authorizer();
        consent(authorizer);
        Secret first = token(authorizer);
        desk.clock.advance(Duration.ofHours(1));

        assertThat(token(authorizer)).isNotEqualTo(first);
    }

    @Test
    void narrowToken_isWidened_byTheUnion_andNobodyIsAskedTwiceForTheSame() {
        ResourceAuthorizer authorizer = authorizer();
        consent(authorizer, "Bearer scope=\"read\"");
        Secret narrow = token(authorizer);
        String wide = "Bearer error=\"insufficient_scope\", scope=\"write\"";

        URI address = consentUrl(authorizer, server.resource(), narrow, 403, wide);
        assertThat(Asked.parameters(address.getRawQuery()).get("scope").split(" ", -1))
                .containsExactlyInAnyOrder("read", "write");
        desk.client.complete(ADA, AuthorizationServer.visit(address));
        assertThat(authorizer.challenged(server.resource(), ADA, narrow, 403, List.of(wide)))
                .isTrue();

        Secret wider = token(authorizer);
        assertThat(authorizer.challenged(server.resource(), ADA, wider, 403, List.of(wide)))
                .isFalse();
        assertThat(authorizer.challenged(server.resource(), ADA, wider, 403, List.of("Bearer error=\"other\"")))
                .isFalse();
        assertThat(authorizer.challenged(server.resource(), ADA, wider, 500, List.of()))
                .isFalse();
    }

    @Test
    void scopes_comeFromTheRefusal_thenFromTheDescription_elseThereAreNone() {
        Map<String, String> none = Asked.parameters(
                consentUrl(authorizer(), server.resource(), null, 401).getRawQuery());
        server.resourceMetadata.put("scopes_supported", List.of("read", "write"));
        Map<String, String> described = Asked.parameters(
                consentUrl(authorizer(), server.resource(), null, 401).getRawQuery());
        Map<String, String> refused = Asked.parameters(
                consentUrl(authorizer(), server.resource(), null, 401, "Basic x=\"y\", bearer Scope=read")
                        .getRawQuery());

        assertThat(none).doesNotContainKey("scope");
        assertThat(described.get("scope").split(" ", -1)).containsExactlyInAnyOrder("read", "write");
        assertThat(refused).containsEntry("scope", "read");
    }

    @Test
    void resourceThatDescribesItselfAsAnother_isRefused() {
        for (String other :
                List.of("https://evil.example/mcp", server.origin() + "/other", server.resource() + "/below")) {
            server.resourceMetadata.put("resource", other);
            assertThat(refusal(() -> authorizer().challenged(server.resource(), ADA, null, 401, List.of())))
                    .isEqualTo(OAuthException.DISCOVERY_FAILED);
        }
        server.resourceMetadata.put("resource", server.origin());
        server.issued.wantsResource = false;
        assertThat(consentUrl(desk.client.resources(settings), server.resource(), null, 401)
                        .getRawQuery())
                .contains("resource=http");
    }

    @Test
    void resource_thatSaysWhereItIsDescribed_isLookedUpThere_andNowhereElse() {
        String there = server.origin() + "/.well-known/oauth-protected-resource/mcp";
        String missing = server.origin() + "/gone";

        assertThat(consentUrl(authorizer(), server.resource(), null, 401, "Bearer resource_metadata=\"" + there + "\""))
                .isNotNull();
        assertThat(refusal(() -> authorizer()
                        .challenged(
                                server.resource(),
                                ADA,
                                null,
                                401,
                                List.of("Bearer resource_metadata=\"" + missing + "\""))))
                .isEqualTo(OAuthException.DISCOVERY_FAILED);
    }

    @Test
    void address_thatMayNotBeReached_isNotAsked() {
        for (String address : List.of("http://10.0.0.1/meta", "https://169.254.169.254/latest", "ftp://x/y")) {
            assertThat(refusal(() -> authorizer()
                            .challenged(
                                    server.resource(),
                                    ADA,
                                    null,
                                    401,
                                    List.of("Bearer resource_metadata=\"" + address + "\""))))
                    .isIn(OAuthException.DISCOVERY_FAILED, OAuthException.UNAVAILABLE);
        }
    }

    @Test
    void resource_thatDoesNotDescribeItself_isRefused_unlessThatIsAllowed() {
        server.describesResource = false;
        assertThat(refusal(() -> authorizer().challenged(server.resource(), ADA, null, 401, List.of())))
                .isEqualTo(OAuthException.DISCOVERY_FAILED);

        try (AuthorizationServer old = AuthorizationServer.start()) {
            old.describesResource = false;
            old.changed.put("/.well-known/oauth-authorization-server", says -> Says.text(404, ""));
            ResourceAuthorizer lenient = desk.client.resources(ResourceSettings.builder()
                    .redirectUri(AuthorizationServer.REDIRECT)
                    .allowUndescribed()
                    .build());
            URI address = consentUrl(lenient, old.resource(), null, 401);
            ConsentAnswer answer = AuthorizationServer.visit(address);
            desk.client.complete(ADA, answer);
            assertThat(old.issued.isGood(
                            lenient.token(old.resource(), ADA).orElseThrow().reveal()))
                    .isTrue();
        }
    }

    @Test
    void client_isTheConfiguredOne_thenTheDocument_thenTheRegistered() {
        server.metadata.put("client_id_metadata_document_supported", true);
        URI document = URI.create("https://host.example/client.json");
        server.issued.client(document.toString(), "none", "");
        ResourceSettings.Builder builder = ResourceSettings.builder()
                .redirectUri(AuthorizationServer.REDIRECT)
                .clientDocument(document);

        assertThat(clientId(builder.build())).isEqualTo(document.toString());
        assertThat(clientId(builder.client(server.issuer(), ClientRegistration.publicClient("known"))
                        .build()))
                .isEqualTo("known");
        server.metadata.remove("client_id_metadata_document_supported");
        try (Desk other = new Desk(server, TokenStore.inMemory(), each -> each)) {
            ResourceAuthorizer registered = other.client.resources(ResourceSettings.builder()
                    .redirectUri(AuthorizationServer.REDIRECT)
                    .clientDocument(document)
                    .build());
            assertThat(Asked.parameters(consentUrl(registered, server.resource(), null, 401)
                                    .getRawQuery())
                            .get("client_id"))
                    .startsWith("registered-");
        }
    }

    private String clientId(ResourceSettings with) {
        URI address = consentUrl(desk.client.resources(with), server.resource(), null, 401);
        return Asked.parameters(address.getRawQuery()).get("client_id");
    }

    @Test
    void offlineAccess_isAskedFor_onlyWhereTheServerNamesIt() {
        ResourceSettings offline = ResourceSettings.builder()
                .redirectUri(AuthorizationServer.REDIRECT)
                .offlineAccess()
                .build();
        String without = consentUrl(desk.client.resources(offline), server.resource(), null, 401)
                .getRawQuery();
        server.metadata.put("scopes_supported", List.of("read", "offline_access"));
        try (Desk other = new Desk(server, TokenStore.inMemory(), each -> each)) {
            String with = consentUrl(other.client.resources(offline), server.resource(), null, 401)
                    .getRawQuery();
            assertThat(with).contains("offline_access");
        }
        assertThat(without).doesNotContain("offline_access");
    }

    @Test
    void clientCredentials_takeNobody() {
        server.issued.wantsResource = true;
        ResourceAuthorizer service = desk.client.resources(ResourceSettings.builder()
                .client(server.issuer(), ClientRegistration.secretBasic("harbor-1", "CALENDAR_SECRET"))
                .clientCredentials()
                .build());

        assertThat(service.challenged(server.resource(), ADA, null, 401, List.of("Bearer scope=\"read\"")))
                .isTrue();
        Secret token = service.token(server.resource(), ADA).orElseThrow();

        assertThat(server.issued.whose(token.reveal())).isEqualTo("the service");
        assertThat(server.issued.scopes(token.reveal())).isEqualTo(Set.of("read"));
        server.issued.revokeAccess();
        assertThat(service.challenged(server.resource(), ADA, token, 401, List.of("Bearer scope=\"read\"")))
                .isTrue();
        assertThat(service.token(server.resource(), ADA)).isNotEqualTo(java.util.Optional.of(token));
    }

    @Test
    void serverOfOneResource_hasNoTokenForAnother() {
        ResourceAuthorizer authorizer = authorizer();
        consent(authorizer);
        try (AuthorizationServer other = AuthorizationServer.start()) {
            assertThat(authorizer.token(other.resource(), ADA)).isEmpty();
            assertThat(consentUrl(authorizer, other.resource(), null, 401)).isNotNull();
            assertThat(authorizer.token(other.resource(), ADA)).isEmpty();
        }
    }

    @Test
    void challenge_thatIsOddlyWritten_isReadAsFarAsItGoes() {
        assertThat(Challenge.of(List.of()).isThere()).isFalse();
        assertThat(Challenge.of(List.of("Basic realm=\"Bearer scope=x\"")).isThere())
                .isFalse();
        Challenge two = Challenge.of(List.of("Digest a=\"b, c\" , BEARER scope=\"a \\\"b\" , x=y, Basic scope=z"));
        assertThat(two.parameters()).containsEntry("scope", "a \"b").containsEntry("x", "y");
        assertThat(two.scopes()).containsExactly("a");
        assertThat(Challenge.of(List.of("Bearer scope=\"never ends")).scopes()).containsExactly("never", "ends");
        assertThat(Challenge.of(List.of("Bearer ====\"\",,,=", "Bearer a=b")).isThere())
                .isTrue();
        assertThatThrownBy(() -> Challenge.of(null)).isInstanceOf(NullPointerException.class);
    }
}
