package dev.harbor.tools.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.access.CredentialProvider;
import dev.harbor.access.Secret;
import dev.harbor.identity.Identity;
import dev.harbor.identity.IdentityException;
import dev.harbor.json.Json;
import dev.harbor.tool.ToolError;
import dev.harbor.tools.http.Service.Asked;
import dev.harbor.tools.http.Service.Says;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How requests prove on whose behalf they come. */
final class AuthTest {

    private static final Says DONE = Says.json("{\"ok\":true}");

    private Service service;

    @BeforeEach
    void start() throws Exception {
        service = Service.saying(DONE);
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private HttpTool tool(HttpAuth... auth) {
        return HttpTool.get("t", service.url("/x{?q}")).auth(auth).build();
    }

    private Asked sent(HttpAuth... auth) {
        try (World world = World.of(tool(auth))) {
            world.result("t", "{\"q\":\"1\"}");
        }
        return service.only();
    }

    @Test
    void header_carriesTheCredential() {
        Asked asked = sent(HttpAuth.header("X-Api-Key", "TOKEN"));

        assertThat(asked.header("X-Api-Key")).isEqualTo(World.TOKEN);
        assertThat(asked.headers()).doesNotContainKeys("Authorization", "Cookie");
        assertThat(asked.target()).isEqualTo("/x?q=1");
    }

    @Test
    void query_carriesTheCredential() {
        Asked asked = sent(HttpAuth.query("api key", "TOKEN"));

        assertThat(asked.target()).isEqualTo("/x?q=1&api%20key=" + World.TOKEN);
        assertThat(asked.headers()).doesNotContainKeys("Authorization", "Cookie");
    }

    @Test
    void cookie_carriesTheCredential() {
        Asked asked = sent(HttpAuth.cookie("session", "TOKEN"));

        assertThat(asked.header("Cookie")).isEqualTo("session=" + World.TOKEN);
        assertThat(asked.headers()).doesNotContainKey("Authorization");
    }

    @Test
    void bearer_carriesTheCredential() {
        assertThat(sent(HttpAuth.bearer("TOKEN")).header("Authorization")).isEqualTo("Bearer " + World.TOKEN);
    }

    @Test
    void basic_carriesTheCredential() {
        String pair = Base64.getEncoder().encodeToString("ada:pa55-w0rd-of-ada".getBytes(StandardCharsets.UTF_8));

        assertThat(sent(HttpAuth.basic("LOGIN")).header("Authorization")).isEqualTo("Basic " + pair);
    }

    @Test
    void severalKinds_areSentTogether() {
        Asked asked = sent(HttpAuth.header("X-Api-Key", "TOKEN"), HttpAuth.basic("LOGIN"));

        assertThat(asked.header("X-Api-Key")).isEqualTo(World.TOKEN);
        assertThat(asked.header("Authorization")).startsWith("Basic ");
    }

    @Test
    void none_carriesNothing() {
        assertThat(sent().headers()).doesNotContainKeys("Authorization", "Cookie", "X-Api-Key");
    }

    @Test
    void identity_thatIsMissing_sendsNothing() {
        try (World world = World.of(tool(HttpAuth.bearer("TOKEN")))) {
            assertThatExceptionOfType(IdentityException.class)
                    .isThrownBy(() -> world.runtime().as(Nothing.of()).call("t", Json.EMPTY_OBJECT));
        }
        assertThat(service.asked()).isEmpty();
    }

    @Test
    void credential_thatThisIdentityLacks_sendsNothing() {
        CredentialProvider bob = (name, identity) ->
                identity.user().equals("bob") ? Optional.of(Secret.of("token-of-bob")) : Optional.empty();
        HttpAccess access = World.loopback().credentials(bob).build();
        try (World world = World.of(access, tool(HttpAuth.bearer("TOKEN")))) {
            ToolError error = world.error("t", "{}");

            assertThat(error.code().value()).isEqualTo("CREDENTIAL_MISSING");
            assertThat(error.outcomeKnown()).isTrue();
            assertThat(service.asked()).isEmpty();
            world.runtime()
                    .as(Identity.of("acme", "bob", "s"))
                    .call("t", Json.EMPTY_OBJECT)
                    .orThrow();
        }
        assertThat(service.only().header("Authorization")).isEqualTo("Bearer token-of-bob");
    }

    @Test
    void provider_thatFails_sendsNothing_andItsWordsShowNowhere() {
        CredentialProvider broken = (name, identity) -> {
            throw new IllegalStateException("vault says s3cr3t-of-the-vault");
        };
        try (World world = World.of(World.loopback().credentials(broken).build(), tool(HttpAuth.bearer("TOKEN")))) {
            ToolError error = world.error("t", "{}");

            assertThat(error.code().value()).isEqualTo("CREDENTIAL_UNAVAILABLE");
            assertThat(error.message()).doesNotContain("s3cr3t");
            assertThat(error.cause()).hasNoCause();
        }
        assertThat(service.asked()).isEmpty();
    }

    @Test
    void credential_thatMayNotStandInAHeader_sendsNothing() {
        CredentialProvider odd = (name, identity) -> Optional.of(Secret.of("secret\r\nX-Evil: 1"));
        try (World world = World.of(World.loopback().credentials(odd).build(), tool(HttpAuth.bearer("TOKEN")))) {
            ToolError error = world.error("t", "{}");

            assertThat(error.code().value()).isEqualTo("CREDENTIAL_UNUSABLE");
            assertThat(error.message()).doesNotContain("secret\r").doesNotContain("Evil");
        }
        assertThat(service.asked()).isEmpty();
    }

    @Test
    void argument_inThePlaceOfACredential_isRefused() {
        HttpTool tool = HttpTool.get("t", service.url("/x{?more*}"))
                .auth(HttpAuth.query("key", "TOKEN"))
                .build();
        try (World world = World.of(tool)) {
            assertThat(world.error("t", "{\"more\":{\"key\":\"mine\"}}").code().value())
                    .isEqualTo("INVALID_ARGUMENTS");
        }
        assertThat(service.asked()).isEmpty();
    }

    /** Renews a token once. */
    private static final class Renewing implements CredentialProvider {

        final List<String> refused = new CopyOnWriteArrayList<>();

        @Override
        public Optional<Secret> find(String name, Identity identity) {
            return Optional.of(Secret.of(refused.isEmpty() ? "old-token" : "new-token"));
        }

        @Override
        public boolean renew(String name, Identity identity, Secret old) {
            refused.add(old.reveal());
            return refused.size() == 1;
        }
    }

    @Test
    void refusedToken_isRenewedOnce_andTheRequestSentAgain() throws Exception {
        Renewing provider = new Renewing();
        try (Service strict = Service.answering(
                        asked -> asked.header("Authorization").equals("Bearer new-token") ? DONE : Says.status(401));
                World world = World.of(
                        World.loopback().credentials(provider).build(),
                        HttpTool.post("t", strict.url("/x"))
                                .auth(HttpAuth.bearer("TOKEN"))
                                .build())) {
            assertThat(world.result("t", "{\"a\":1}").toString()).isEqualTo("{\"ok\":true}");
            assertThat(provider.refused).containsExactly("old-token");
            assertThat(strict.asked()).extracting(Asked::body).containsExactly("{\"a\":1}", "{\"a\":1}");
            assertThat(strict.asked())
                    .extracting(asked -> asked.header("Idempotency-Key"))
                    .doesNotContain("")
                    .containsOnly(strict.asked().get(0).header("Idempotency-Key"));
        }
    }

    @Test
    void refusedToken_thatStaysRefused_isTriedTwiceAndNoMore() throws Exception {
        Renewing provider = new Renewing();
        try (Service strict = Service.saying(Says.status(401));
                World world = World.of(
                        World.loopback().credentials(provider).build(),
                        HttpTool.get("t", strict.url("/x"))
                                .auth(HttpAuth.bearer("TOKEN"))
                                .build())) {
            assertThat(world.error("t", "{}").code().value()).isEqualTo("HTTP_UNAUTHENTICATED");
            assertThat(strict.asked()).hasSize(2);
        }
    }
}
