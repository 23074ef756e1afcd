package dev.harbor.tools.mcp.peers;

import dev.harbor.access.ConsentProvider.Consent;
import dev.harbor.access.ConsentRequired;
import dev.harbor.access.CredentialProvider;
import dev.harbor.access.ResourceAuthorizer;
import dev.harbor.access.Secret;
import dev.harbor.access.TokenStore;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.oauth.ClientRegistration;
import dev.harbor.oauth.ConsentAnswer;
import dev.harbor.oauth.OAuthClient;
import dev.harbor.oauth.ResourceSettings;
import dev.harbor.seal.SealingKeys;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Is a person who consents to everything, before a server that sends them back at once. */
final class AutoConsent implements ResourceAuthorizer {

    private static final URI REDIRECT = URI.create("http://localhost:3000/callback");
    private static final URI DOCUMENT = URI.create("https://conformance-test.local/client-metadata.json");

    private final OAuthClient client;
    private final ResourceAuthorizer authorizer;

    private AutoConsent(OAuthClient client, ResourceSettings settings) {
        this.client = client;
        this.authorizer = client.resources(settings);
    }

    /** Makes one that is known at the server as a scenario says. */
    static AutoConsent of(String scenario, Json context) {
        Map<String, String> secrets = new TreeMap<>();
        text(context, "client_secret").ifPresent(secret -> secrets.put("SECRET", secret));
        text(context, "private_key_pem").ifPresent(key -> secrets.put("KEY", key));
        OAuthClient client = OAuthClient.builder(
                        SealingKeys.of("k1", new byte[SealingKeys.KEY_BYTES]), TokenStore.inMemory())
                .secrets(CredentialProvider.of(secrets))
                .allowLoopback()
                .build();
        return new AutoConsent(client, settings(scenario, context, secrets));
    }

    private static ResourceSettings settings(String scenario, Json context, Map<String, String> secrets) {
        ResourceSettings.Builder settings = ResourceSettings.builder()
                .redirectUri(REDIRECT)
                .clientName("conformance")
                .clientDocument(DOCUMENT);
        if (scenario.contains("offline-access")) {
            settings.offlineAccess();
        }
        if (scenario.contains("2025-03-26")) {
            settings.allowUndescribed();
        }
        if (scenario.contains("client-credentials")) {
            settings.clientCredentials();
        }
        text(context, "client_id").ifPresent(id -> known(settings, id, context, secrets));
        return settings.build();
    }

    private static void known(ResourceSettings.Builder settings, String id, Json context, Map<String, String> secrets) {
        ClientRegistration registration = secrets.containsKey("KEY")
                ? ClientRegistration.privateKeyJwt(id, "KEY")
                : secrets.containsKey("SECRET")
                        ? ClientRegistration.secretBasic(id, "SECRET")
                        : ClientRegistration.publicClient(id);
        Optional<String> issuer = text(context, "issuer");
        if (issuer.isPresent()) {
            settings.client(issuer.get(), registration);
        } else {
            settings.clientAnywhere(registration);
        }
    }

    private static Optional<String> text(Json context, String member) {
        return context.get(member).map(Json::asString);
    }

    @Override
    public Optional<Secret> token(URI resource, Identity identity) {
        return authorizer.token(resource, identity);
    }

    @Override
    public boolean challenged(
            URI resource, Identity identity, @Nullable Secret sent, int status, List<String> wwwAuthenticate) {
        try {
            return authorizer.challenged(resource, identity, sent, status, wwwAuthenticate);
        } catch (ConsentRequired e) {
            client.complete(identity, agree(e.consent()));
            return true;
        }
    }

    /** Opens the address that a person would open, and returns what they come back with. */
    private static ConsentAnswer agree(Consent consent) {
        URI address = URI.create(consent.payload().get("consent_url").orElseThrow().asString());
        try {
            HttpResponse<Void> page = HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.discarding());
            URI back = URI.create(page.headers().firstValue("Location").orElseThrow());
            return ConsentAnswer.parse(back.getRawQuery());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
