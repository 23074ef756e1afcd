package dev.harbor.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.harbor.access.CredentialProvider;
import dev.harbor.access.ResourceAuthorizer;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.pause.Pause;
import dev.harbor.run.Run;
import dev.harbor.run.RunState;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.seal.SealingKeys;
import dev.harbor.store.jdbc.JdbcJournal;
import dev.harbor.store.jdbc.JdbcTokenStore;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tools.http.HttpAccess;
import dev.harbor.tools.http.HttpAuth;
import dev.harbor.tools.http.HttpTool;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code that the page on consents quotes. */
final class ObtainConsentPageTest {

    private static final Identity ADA = Identity.of("acme", "ada", "session-1");

    private final AuthorizationServer server = AuthorizationServer.start();
    private final SealingKeys keys = SealingKeys.of("2031-02", Desk.filled(7));
    private final CredentialProvider secrets = CredentialProvider.of(Map.of("CALENDAR_SECRET", "s3cret-of-client"));

    @TempDir
    Path directory;

    @AfterEach
    void stop() {
        server.close();
    }

    private OAuthClient client() {
        server.issued.client("my-service", "client_secret_basic", "s3cret-of-client");
        String issuer = server.issuer();
        // snippet: oauth-client
        OAuthProvider calendar = OAuthProvider.builder("calendar")
                .issuer(issuer)
                .client(ClientRegistration.secretBasic("my-service", "CALENDAR_SECRET"))
                .redirectUri(URI.create("https://service.example/oauth/callback"))
                .scope("calendar.read", "read")
                .scope("calendar.write", "write")
                .build();
        OAuthClient oauth = OAuthClient.builder(keys, JdbcTokenStore.sqlite(directory.resolve("harbor.db")))
                .provider(calendar)
                .secrets(secrets)
                .allowLoopback()
                .build();
        // end
        return oauth;
    }

    private HarborRuntime runtime(OAuthClient oauth, HttpAccess access) {
        String url = server.origin() + "/api/write";
        // snippet: oauth-tool
        HttpTool appoint = HttpTool.post("calendar.appoint", url)
                .effect(SideEffect.WRITE)
                .authScopes("calendar.write")
                .auth(HttpAuth.bearer("calendar"))
                .build();
        HarborRuntime runtime = HarborRuntime.builder()
                .tools(appoint.over(access))
                .scopes(oauth.scopes())
                .consents(oauth.consents())
                .artifacts(Artifacts.files(directory.resolve("artifacts")))
                .journal(JdbcJournal.sqlite(directory.resolve("harbor.db")))
                .build();
        // end
        return runtime;
    }

    @Test
    void page_fromAMissingConsent_toACallWithAToken() throws Exception {
        try (OAuthClient oauth = client()) {
            // snippet: oauth-access
            HttpAccess access = HttpAccess.builder()
                    .allowLoopback()
                    .credentials(oauth.credentials())
                    .build();
            // end
            try (access;
                    HarborRuntime runtime = runtime(oauth, access)) {
                ToolOutcome<Json> outcome = runtime.as(ADA).call("calendar.appoint", Json.EMPTY_OBJECT);
                assertThat(outcome).isInstanceOf(ToolOutcome.Paused.class);
                // snippet: oauth-address
                Pause waiting = runtime.as(ADA).pauses().get(0);
                URI address = URI.create(
                        waiting.payload().get("consent_url").orElseThrow().asString());
                // end
                answer(runtime, oauth, address);
                Run run = Awaitility.await()
                        .atMost(Duration.ofMinutes(1))
                        .until(
                                () -> runtime.as(ADA).run(waiting.runId()).orElseThrow(),
                                each -> each.state().isTerminal());
                assertThat(run.state()).isEqualTo(RunState.SUCCEEDED);
                assertThat(server.asked("/api/write").get(0).header("Authorization"))
                        .startsWith("Bearer ");
            }
        }
    }

    private void answer(HarborRuntime runtime, OAuthClient oauth, URI address) throws Exception {
        HttpServer pages = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        // snippet: oauth-callback
        ConsentCallback callback = oauth.callback(runtime);
        pages.createContext("/oauth/callback", exchange -> {
            Identity whoIsLoggedIn = ADA; // as your service knows it by its cookie, never by the request's own word
            String query = exchange.getRequestURI().getRawQuery();
            try (exchange) {
                ConsentOutcome outcome = callback.complete(whoIsLoggedIn, ConsentAnswer.parse(query))
                        .outcome();
                say(exchange, 200, "access to " + outcome.provider() + ": " + outcome.kind());
            } catch (OAuthException e) {
                say(exchange, 400, String.valueOf(e.getMessage()));
            }
        });
        // end
        pages.start();
        try {
            ConsentAnswer back = AuthorizationServer.visit(address);
            URI here = URI.create("http://127.0.0.1:" + pages.getAddress().getPort() + "/oauth/callback?state="
                    + back.state() + "&code=" + back.code() + "&iss=" + back.issuer());
            HttpResponse<String> page = HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(here).build(), HttpResponse.BodyHandlers.ofString());
            assertThat(page.body()).isEqualTo("access to calendar: GRANTED");
        } finally {
            pages.stop(0);
        }
    }

    private static void say(com.sun.net.httpserver.HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Test
    void page_protectedResource_asksAPersonFirst() {
        try (OAuthClient oauth = client()) {
            // snippet: oauth-resources
            ResourceAuthorizer authorizer = oauth.resources(ResourceSettings.builder()
                    .redirectUri(URI.create("https://service.example/oauth/callback"))
                    .clientName("My service")
                    .build());
            // end
            assertThat(authorizer.token(server.resource(), ADA)).isEmpty();
        }
    }
}
