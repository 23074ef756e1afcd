package dev.harbor.durable;

import static dev.harbor.durable.World.call;
import static dev.harbor.durable.World.finish;
import static dev.harbor.durable.World.script;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.access.AccessPolicy;
import dev.harbor.access.AllowAllPolicy;
import dev.harbor.access.ApprovalPolicy;
import dev.harbor.access.ConsentProvider;
import dev.harbor.json.Json;
import dev.harbor.pause.Resolution;
import dev.harbor.plan.Observation;
import dev.harbor.run.RunState;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunResult;
import dev.harbor.tool.SideEffect;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** Calls that wait for a scope that somebody may grant, alone and together with an approval. */
final class ConsentPauseTest {

    private static final String SCOPE = "files.write";
    private static final Json PAGE = Json.of(Map.of("page", "https://consent.example/1"));

    private final Asking asking = new Asking();
    private final Set<String> granted = ConcurrentHashMap.newKeySet();

    private HarborRuntime process(AccessPolicy policy) {
        asking.world.more = builder -> builder.access(policy)
                .tools(asking.world.acting("scoped").effect(SideEffect.WRITE).authScopes(SCOPE))
                .scopes(identity -> Set.copyOf(granted))
                .consents((identity, missing) -> Optional.of(new ConsentProvider.Consent("may I write files?", PAGE)));
        return asking.process(script(call("scoped"), finish()));
    }

    private static Resolution come() {
        return Resolution.resume("ada", Json.NULL);
    }

    @Test
    void consent_thatIsMissing_parksTheRun_andTheSameCallIsMadeAfterIt() {
        try (HarborRuntime runtime = process(AllowAllPolicy.instance())) {
            RunResult parked = Asking.start(runtime);
            assertThat(parked.reason()).isEqualTo("pause:external_event");
            assertThat(Asking.only(runtime.as(World.ADA)).payload()).isEqualTo(PAGE);
            granted.add(SCOPE);
            RunResult ended = Asking.await(runtime.as(World.ADA).resolvePause(Asking.token(parked), come()));
            assertThat(ended.state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(ended.trajectory().steps().get(0).observations())
                    .extracting(Observation::callId, Observation::status)
                    .containsExactly(org.assertj.core.groups.Tuple.tuple("c1", "succeeded"));
        }
        assertThat(asking.world.count("scoped")).isEqualTo(1);
    }

    @Test
    void consent_thatHasNotCome_isAskedForAgain() {
        try (HarborRuntime runtime = process(AllowAllPolicy.instance())) {
            String token = Asking.token(Asking.start(runtime));
            RunResult again = Asking.await(runtime.as(World.ADA).resolvePause(token, come()));
            assertThat(again.reason()).isEqualTo("pause:external_event");
            assertThat(asking.world.count("scoped")).isZero();
        }
    }

    @Test
    void consent_thatIsRefused_isADenial() {
        try (HarborRuntime runtime = process(AllowAllPolicy.instance())) {
            String token = Asking.token(Asking.start(runtime));
            RunResult ended = Asking.await(runtime.as(World.ADA).resolvePause(token, Resolution.reject("ada")));
            assertThat(ended.trajectory().toString()).contains("consent_rejected");
        }
        assertThat(asking.world.count("scoped")).isZero();
    }

    @Test
    void approval_isAskedFor_beforeTheConsent_andHolds() {
        AccessPolicy asks = ApprovalPolicy.builder().tools("scoped").build();
        try (HarborRuntime runtime = process(asks)) {
            RunResult first = Asking.start(runtime);
            assertThat(first.reason()).isEqualTo("pause:approval_required");
            RunResult second =
                    Asking.await(runtime.as(World.ADA).resolvePause(Asking.token(first), Resolution.approve("eve")));
            assertThat(second.reason()).isEqualTo("pause:external_event");
            granted.add(SCOPE);
            RunResult ended = Asking.await(runtime.as(World.ADA).resolvePause(Asking.token(second), come()));
            assertThat(ended.state()).isEqualTo(RunState.SUCCEEDED);
        }
        assertThat(asking.world.count("scoped")).isEqualTo(1);
    }
}
