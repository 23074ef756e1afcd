package dev.harbor.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.access.ConsentProvider.Consent;
import dev.harbor.access.Secret;
import dev.harbor.error.HarborException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is secret stands in no message and no text. */
final class SecretsTest {

    private final AuthorizationServer server = AuthorizationServer.start();
    private final Desk desk = Desk.of(server);

    @AfterEach
    void stop() {
        desk.close();
        server.close();
    }

    private static String trace(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    private String failure(Runnable action) {
        try {
            action.run();
        } catch (HarborException e) {
            return trace(e);
        }
        throw new AssertionError("it should have failed");
    }

    /** A server that repeats everything that it was sent, in each place where an answer has room. */
    private Says echo(int status) {
        List<Asked> asked = server.asked("/token");
        String all = asked.get(asked.size() - 1).body() + " "
                + asked.get(asked.size() - 1).header("Authorization");
        return Says.json(status, Map.of("error", all, "error_description", all, "error_uri", all, all, all))
                .with("WWW-Authenticate", "Basic realm=\"" + all + "\"");
    }

    @Test
    void serverThatRepeatsWhatItWasSent_putsNoneOfItIntoAMessage() {
        List<String> texts = new ArrayList<>();
        Consent consent = desk.client.begin("calendar", Desk.ADA);
        for (int status : new int[] {200, 400, 401, 403, 500}) {
            server.changed.put("/token", says -> echo(status));
            ConsentAnswer answer = AuthorizationServer.visit(Desk.address(consent));
            texts.add(failure(() -> desk.client.complete(Desk.ADA, answer)));
        }
        server.changed.clear();
        desk.client.complete(Desk.ADA, AuthorizationServer.visit(Desk.address(consent)));
        desk.clock.advance(java.time.Duration.ofHours(1));
        server.changed.put("/token", says -> echo(400));
        texts.add(failure(() -> desk.token(Desk.ADA)));

        String verifier = server.asked("/token").get(0).form().get("code_verifier");
        assertThat(verifier).isNotEmpty();
        assertThat(String.join("\n", texts))
                .contains("OAuthException")
                .doesNotContain(
                        "5ecret",
                        "s3cret",
                        verifier,
                        server.asked("/token").get(0).header("Authorization").substring(6));
    }

    @Test
    void whatIsKept_showsNothingAsText() {
        desk.consent(Desk.ADA);
        Secret token = Secret.of(desk.token(Desk.ADA));
        ClientRegistration registered =
                ClientRegistration.registered("id", ClientRegistration.Method.SECRET_BASIC, "s3cret");
        Terms terms = new Terms("i", URI.create("https://as.example/token"), registered, null, false, null);
        Grant grant = new Grant(token, Secret.of("refresh-5ecret"), null, Set.of());
        StoredToken stored = StoredToken.of(terms, grant, Set.of());

        assertThat(List.of(
                        stored.toString(),
                        grant.toString(),
                        terms.toString(),
                        registered.toString(),
                        desk.client.toString(),
                        AuthorizationServer.visit(Desk.address(desk.client.begin("calendar", Desk.ADA)))
                                .toString()))
                .noneMatch(text -> text.contains("s3cret") || text.contains("5ecret") || text.contains("code-"));
    }
}
