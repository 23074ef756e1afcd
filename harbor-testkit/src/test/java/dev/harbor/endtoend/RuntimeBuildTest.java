package dev.harbor.endtoend;

import static dev.harbor.endtoend.Fixture.ADA;
import static dev.harbor.endtoend.Fixture.echo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.harbor.access.ApprovalPolicy;
import dev.harbor.access.Verdict;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.catalog.CatalogQuery;
import dev.harbor.catalog.DuplicateTool;
import dev.harbor.catalog.ExternalToolset;
import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.llm.LlmClient;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.safety.ContextSafety;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tool.TransportKind;
import dev.harbor.transport.NoTransport;
import dev.harbor.transport.SourceState;
import dev.harbor.transport.ToolSource;
import dev.harbor.transport.ToolTransportProvider;
import dev.harbor.transport.TransportConfig;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A runtime is built whole or not at all: what is missing or contradicts itself is refused before anything is started, and nothing is left open. */
@Timeout(60)
final class RuntimeBuildTest {

    private static final TransportKind PIGEON = new TransportKind("pigeon");
    private static final TransportKind DRUM = new TransportKind("drum");

    private final List<String> story = new CopyOnWriteArrayList<>();

    /** Is a source that tells what becomes of it. */
    private final class Pigeon implements ToolSource {

        private final String name;

        Pigeon(String name) {
            this.name = name;
            story.add("opened " + name);
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public void start(Consumer<ExternalToolset> toolsets) {
            story.add("started " + name);
            toolsets.accept(ExternalToolset.of(
                    name, "g1", List.of(echo().define(tool -> tool.id(ToolId.of(name + ".echo"))))));
        }

        @Override
        public SourceState state() {
            return SourceState.READY;
        }

        @Override
        public void close() {
            story.add("closed " + name);
        }
    }

    private final class Carriers implements ToolTransportProvider {

        private final TransportKind kind;

        Carriers(TransportKind kind) {
            this.kind = kind;
        }

        @Override
        public TransportKind kind() {
            return kind;
        }

        @Override
        public ToolSource open(TransportConfig config) {
            if (config.source().equals("lame")) {
                throw new ConfigurationException("source 'lame' can't fly");
            }
            return new Pigeon(config.source());
        }
    }

    private static TransportConfig config(TransportKind kind, String name) {
        return new TransportConfig(kind, name, Json.EMPTY_OBJECT);
    }

    private HarborRuntime.Builder builder() {
        return HarborRuntime.builder().artifacts(Artifacts.memory()).transport(new Carriers(PIGEON));
    }

    private HarborException refusal(UnaryOperator<HarborRuntime.Builder> wrong) {
        return catchThrowableOfType(
                HarborException.class, () -> wrong.apply(builder()).build());
    }

    @Test
    void runtime_withoutArtifacts_isRefused_withAWayOut_andStartsNothing() {
        HarborRuntime.Builder builder = HarborRuntime.builder().source(new Pigeon("post"));

        assertThat(catchThrowable(builder::build))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("Artifacts.memory()");
        assertThat(story).containsExactly("opened post");
        builder.artifacts(Artifacts.memory()).build().close();
        assertThat(story).containsExactly("opened post", "started post", "closed post");
    }

    @Test
    void toolThatIsTwiceThere_isRefused_andNothingIsOpened() {
        HarborException refusal =
                refusal(builder -> builder.tools(echo(), echo()).source(config(PIGEON, "post")));

        assertThat(refusal).isInstanceOf(DuplicateTool.class).hasMessageContaining("text.echo@v1");
        assertThat(story).isEmpty();
    }

    @Test
    void transportThatNobodyServes_isRefused_andWhatWasOpenedIsClosed() {
        HarborException refusal =
                refusal(builder -> builder.source(config(PIGEON, "post")).source(config(DRUM, "village")));

        assertThat(refusal).isInstanceOf(NoTransport.class).hasMessageContainingAll("'drum'", "pigeon");
        assertThat(story).containsExactly("opened post", "closed post");
    }

    @Test
    void configurationThatCanNotBeOpened_isRefused_andWhatWasOpenedIsClosed() {
        HarborException refusal =
                refusal(builder -> builder.source(config(PIGEON, "post")).source(config(PIGEON, "lame")));

        assertThat(refusal).hasMessageContaining("can't fly");
        assertThat(story).containsExactly("opened post", "closed post");
    }

    @Test
    void sourcesOfOneName_areRefused_andWhatTheRuntimeOpenedIsClosed() {
        HarborException refusal =
                refusal(builder -> builder.source(config(PIGEON, "post")).source(config(PIGEON, "post")));

        assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_CONFIGURATION);
        assertThat(refusal).hasMessageContaining("two sources have one name");
        assertThat(story).containsExactly("opened post", "opened post", "closed post", "closed post");
    }

    @Test
    void guardThatLetsHeavyContentThrough_isRefused_andStartsNothing() {
        HarborException refusal =
                refusal(builder -> builder.artifacts(open(Artifacts.memory())).source(config(PIGEON, "post")));

        assertThat(refusal).isInstanceOf(ConfigurationException.class).hasMessageContaining("heavy content");
        assertThat(story).isEmpty();
    }

    /** Answers like another one, but guards nothing. */
    private static ContextSafety open(ContextSafety safety) {
        return (ContextSafety) Proxy.newProxyInstance(
                RuntimeBuildTest.class.getClassLoader(),
                new Class<?>[] {ContextSafety.class},
                (proxy, method, given) ->
                        method.getName().equals("guard") ? (LlmClient) given[0] : method.invoke(safety, given));
    }

    @Test
    void builderThatWasCorrected_buildsWhatItSays() {
        HarborRuntime.Builder builder = builder().tools(echo()).source(config(DRUM, "village"));
        assertThat(catchThrowable(builder::build)).isInstanceOf(NoTransport.class);
        builder.transport(new Carriers(DRUM));
        try (HarborRuntime runtime = builder.build()) {
            assertThat(names(runtime)).contains("text.echo", "village.echo");
        }
        assertThat(story).containsExactly("opened village", "started village", "closed village");
    }

    private static List<String> names(HarborRuntime runtime) {
        return runtime.catalog().snapshot().list(CatalogQuery.of(ADA)).stream()
                .map(each -> each.id().name())
                .toList();
    }

    /** A pause lies in the journal; without one nobody could ever answer it. */
    @Test
    void policyThatAsks_withoutAJournal_letsNoCallBeMade_andNoRunBegin() {
        List<String> made = new CopyOnWriteArrayList<>();
        Tool<Fixture.Text, Fixture.Text> writes = Tool.of(
                        "text.write", Fixture.Text.class, Fixture.Text.class, (Fixture.Text text) -> {
                            made.add(text.text());
                            return text;
                        })
                .effect(SideEffect.WRITE);
        try (HarborRuntime runtime = builder()
                .tools(writes, echo())
                .access(ApprovalPolicy.askingFor(SideEffect.WRITE))
                .planner(context -> {
                    throw new AssertionError("no run may begin");
                })
                .build()) {
            ToolOutcome<Json> outcome = runtime.as(ADA).call("text.write", Json.parse("{\"text\":\"a\"}"));
            assertThat(outcome)
                    .isInstanceOfSatisfying(
                            ToolOutcome.Denied.class,
                            denied -> assertThat(denied.code()).isEqualTo("approval_required"));
            assertThat(runtime.as(ADA)
                            .call("text.echo", Json.parse("{\"text\":\"a\"}"))
                            .isSuccess())
                    .isTrue();
            assertThat(catchThrowable(() -> runtime.as(ADA).start(RunRequest.goal("write"))))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("journal");
        }
        assertThat(made).isEmpty();
    }

    /** What a policy says is asked for each call, so there is nothing to apply, and so nothing to apply twice. */
    @Test
    void policyThatAsksAboutNothing_changesNothing_andOneMayServeManyRuntimes() {
        ApprovalPolicy nothing = ApprovalPolicy.builder().build();
        for (int i = 0; i < 2; i++) {
            try (HarborRuntime runtime = builder()
                    .tools(echo())
                    .journal(InMemoryJournal.create())
                    .access(nothing)
                    .build()) {
                assertThat(runtime.as(ADA)
                                .call("text.echo", Json.parse("{\"text\":\"a\"}"))
                                .isSuccess())
                        .isTrue();
                assertThat(runtime.as(ADA).pauses()).isEmpty();
            }
        }
    }

    @Test
    void settingOutOfBounds_orScopeThatIsNone_isRefused() {
        HarborRuntime.Builder builder = builder();
        for (Duration wrong :
                List.of(Duration.ZERO, Duration.ofSeconds(-1), HarborRuntime.Builder.MAX_PAUSE_EXPIRY.plusNanos(1))) {
            assertThat(catchThrowable(() -> builder.pauseExpiry(wrong)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("pauseExpiry");
        }
        assertThat(refusal(each -> each.tools(echo().authScopes(" ")))).hasMessageContaining("scope");
        builder.build().close();
    }

    @Test
    void verdictThatAsksForNothing_canNotBeGiven() {
        assertThat(catchThrowable(() -> Verdict.ask(" "))).isInstanceOf(IllegalArgumentException.class);
    }
}
