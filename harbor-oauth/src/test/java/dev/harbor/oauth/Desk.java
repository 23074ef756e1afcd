package dev.harbor.oauth;

import dev.harbor.access.ConsentProvider.Consent;
import dev.harbor.access.CredentialProvider;
import dev.harbor.access.TokenStore;
import dev.harbor.identity.Identity;
import dev.harbor.seal.SealingKeys;
import dev.harbor.testkit.ManualClock;
import java.net.URI;
import java.util.Arrays;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Is a client of the authorization server of the tests, with a clock that the test moves. */
final class Desk implements AutoCloseable {

    static final Identity ADA = Identity.of("acme", "ada", "session-1");
    static final SealingKeys KEYS = SealingKeys.of("k1", filled(1));
    static final CredentialProvider SECRETS = CredentialProvider.of(Map.of("CALENDAR_SECRET", "s3cret-of-client"));

    final AuthorizationServer server;
    final ManualClock clock = ManualClock.create();
    final TokenStore store;
    final OAuthClient client;

    Desk(AuthorizationServer server, TokenStore store, UnaryOperator<OAuthClient.Builder> more) {
        this.server = server;
        this.store = store;
        server.issued.client("harbor-1", "client_secret_basic", "s3cret-of-client");
        client = more.apply(OAuthClient.builder(KEYS, store)
                        .secrets(SECRETS)
                        .allowLoopback()
                        .clock(clock))
                .build();
    }

    static Desk of(AuthorizationServer server) {
        return new Desk(
                server,
                TokenStore.inMemory(),
                builder -> builder.provider(calendar(server).build()));
    }

    static OAuthProvider.Builder calendar(AuthorizationServer server) {
        return OAuthProvider.builder("calendar")
                .issuer(server.issuer())
                .client(ClientRegistration.secretBasic("harbor-1", "CALENDAR_SECRET"))
                .redirectUri(AuthorizationServer.REDIRECT)
                .scope("calendar.read", "read")
                .scope("calendar.write", "write");
    }

    static byte[] filled(int with) {
        byte[] key = new byte[SealingKeys.KEY_BYTES];
        Arrays.fill(key, (byte) with);
        return key;
    }

    static URI address(Consent consent) {
        return URI.create(consent.payload().get("consent_url").orElseThrow().asString());
    }

    /** Lets a person consent to everything, and returns what came of it. */
    ConsentOutcome consent(Identity identity) {
        return client.complete(identity, AuthorizationServer.visit(address(client.begin("calendar", identity))));
    }

    String token(Identity identity) {
        return client.credentials().find("calendar", identity).orElseThrow().reveal();
    }

    @Override
    public void close() {
        client.close();
    }
}
