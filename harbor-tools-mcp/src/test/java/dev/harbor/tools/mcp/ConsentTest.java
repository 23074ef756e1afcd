package dev.harbor.tools.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.access.TokenStore;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.oauth.ClientRegistration;
import dev.harbor.oauth.ConsentAnswer;
import dev.harbor.oauth.ConsentCallback;
import dev.harbor.oauth.ConsentOutcome;
import dev.harbor.oauth.OAuthClient;
import dev.harbor.oauth.OAuthProvider;
import dev.harbor.pause.Pause;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Planner;
import dev.harbor.run.Run;
import dev.harbor.run.RunState;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.seal.SealingKeys;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A call over MCP waits for a consent, and carries the token of whom it is made for then. */
@Timeout(120)
final class ConsentTest {

    private static final Duration BOUND = Duration.ofMinutes(1);
    private static final Identity SERVICE = Identity.of("acme", "service", "s-0");
    private static final Identity BOB = Identity.of("acme", "bob", "s-1");
    private static final Planner ECHO = context -> context.trajectory().size() == 0
            ? Decision.call("srv.echo", Json.parse("{\"text\":\"hello\"}"))
            : Decision.finish(Json.NULL);

    private final HttpPeer peer = new HttpPeer("modern", "guarded");
    private final TokenServer server = new TokenServer(token -> peer.tokens.add("Bearer " + token));
    private final OAuthClient oauth = OAuthClient.builder(
                    SealingKeys.of("k1", new byte[SealingKeys.KEY_BYTES]), TokenStore.inMemory())
            .provider(OAuthProvider.builder("echo")
                    .endpoints(server.at("/authorize"), server.at("/token"))
                    .client(ClientRegistration.publicClient(TokenServer.CLIENT))
                    .redirectUri(TokenServer.REDIRECT)
                    .scope("echo.use", "use")
                    .build())
            .allowLoopback()
            .build();
    private World world;

    /** The source has a token of its own, by which it lists the tools. */
    @BeforeEach
    void open() throws Exception {
        Json payload = oauth.begin("echo", SERVICE).payload();
        oauth.complete(SERVICE, answer(payload));
        world = new World(
                builder -> builder.planner(ECHO),
                peer.source().bearer("echo").credentials(oauth.credentials()).identity(SERVICE));
    }

    @AfterEach
    void close() {
        world.close();
        oauth.close();
        server.close();
        peer.close();
    }

    private static ConsentAnswer answer(Json payload) throws Exception {
        URI address = URI.create(payload.get("consent_url").orElseThrow().asString());
        return ConsentAnswer.parse(TokenServer.visit(address));
    }

    private RunResult start(Identity who) {
        return world.runtime.as(who).start(RunRequest.goal("g")).await(BOUND);
    }

    private Pause waiting(Identity who) {
        List<Pause> pauses = world.runtime.as(who).pauses();
        assertThat(pauses).hasSize(1);
        return pauses.get(0);
    }

    private Run ended(Identity who, String runId) {
        return Awaitility.await()
                .atMost(BOUND)
                .until(
                        () -> world.runtime.as(who).run(runId).orElseThrow(),
                        run -> run.state().isTerminal());
    }

    private List<String> tokensOfCalls() {
        return peer.seen("tools/call").stream()
                .map(call -> call.headers().get("authorization"))
                .toList();
    }

    @Test
    void missingConsent_parksTheRun_andAfterItTheCallCarriesTheToken_ofItsPersonAlone() throws Exception {
        RunResult ofAda = start(World.ADA);
        RunResult ofBob = start(BOB);
        assertThat(ofAda.reason()).isEqualTo("pause:external_event");
        assertThat(tokensOfCalls()).isEmpty();

        ConsentCallback.Completion completion = oauth.callback(world.runtime)
                .complete(World.ADA, answer(waiting(World.ADA).payload()));

        assertThat(completion.outcome().kind()).isEqualTo(ConsentOutcome.Kind.GRANTED);
        assertThat(completion.resolved()).hasSize(1);
        assertThat(ended(World.ADA, ofAda.runId()).state()).isEqualTo(RunState.SUCCEEDED);
        assertThat(tokensOfCalls()).containsExactly("Bearer access-4");
        assertThat(peer.seen("tools/list").get(0).headers()).containsEntry("authorization", "Bearer access-2");
        assertThat(waiting(BOB).runId()).isEqualTo(ofBob.runId());

        assertThat(start(World.ADA).state()).isEqualTo(RunState.SUCCEEDED);
        assertThat(tokensOfCalls()).containsExactly("Bearer access-4", "Bearer access-4");
    }

    @Test
    void tokenThatIsRefused_isRenewedOnce_andTheCallIsMadeOnceMore() throws Exception {
        oauth.complete(World.ADA, answer(oauth.begin("echo", World.ADA).payload()));
        assertThat(start(World.ADA).state()).isEqualTo(RunState.SUCCEEDED);
        peer.tokens.remove("Bearer access-4");

        assertThat(start(World.ADA).state()).isEqualTo(RunState.SUCCEEDED);

        assertThat(tokensOfCalls()).containsExactly("Bearer access-4", "Bearer access-4", "Bearer access-5");
        assertThat(server.grants).containsExactly("authorization_code", "authorization_code", "refresh_token");
    }
}
