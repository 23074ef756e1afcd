package dev.harbor.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.access.AccessPolicy;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.catalog.ToolCatalog;
import dev.harbor.error.ErrorCode;
import dev.harbor.event.HarborEvent;
import dev.harbor.flow.Flow;
import dev.harbor.identity.Identity;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.journal.Journal;
import dev.harbor.json.Json;
import dev.harbor.llm.LlmClient;
import dev.harbor.loop.Loop;
import dev.harbor.pause.Control;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Planner;
import dev.harbor.planner.ModelPlanner;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.run.Run;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.safety.ContextSafety;
import dev.harbor.seal.SealingKeys;
import dev.harbor.tool.Tool;
import dev.harbor.tool.annotation.AnnotatedTools;
import dev.harbor.transport.ToolSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever an embedder can call refuses null, unless its signature says that null is allowed. */
final class NullArgumentsTest {

    /** One class of each package that harbor-core and harbor-artifacts export. */
    private static final List<Class<?>> ANCHORS = List.of(
            AccessPolicy.class,
            ArtifactStore.class,
            Artifacts.class,
            ToolCatalog.class,
            ErrorCode.class,
            HarborEvent.class,
            Flow.class,
            Identity.class,
            Journal.class,
            Json.class,
            LlmClient.class,
            Loop.class,
            Control.class,
            Planner.class,
            ModelPlanner.class,
            ToolPolicy.class,
            Run.class,
            HarborRuntime.class,
            ContextSafety.class,
            SealingKeys.class,
            Tool.class,
            AnnotatedTools.class,
            ToolSource.class);

    /** What takes null although its signature does not say so, and why it has to. */
    private static final Map<String, String> EXCLUDED = Map.of(
            "ToolOutcome$Success(value)", "a tool whose result type is Void succeeds with null",
            "CatalogSnapshot.resolve(scopes[])",
                    "every call asks; null is a scope that no tool needs, so it opens nothing");

    private static final Pattern EXPORT = Pattern.compile("exports ([a-z.]+);");

    private static final int FLOOR = 850;

    private final HarborRuntime runtime = HarborRuntime.builder()
            .artifacts(Artifacts.memory())
            .journal(InMemoryJournal.create())
            .planner(context -> Decision.finish(Json.NULL))
            .build();

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        runtime.close();
    }

    @Test
    void anchors_standInEveryPackageThatIsExported() throws IOException {
        List<String> exported = new ArrayList<>();
        for (String module : List.of("harbor-core", "harbor-artifacts")) {
            String source = Files.readString(Path.of("..", module, "src", "main", "java", "module-info.java"));
            EXPORT.matcher(source).results().map(found -> found.group(1)).forEach(exported::add);
        }

        assertThat(ANCHORS).extracting(Class::getPackageName).containsExactlyInAnyOrderElementsOf(exported);
    }

    @Test
    void everyParameter_givenNullWhereNoneIsAllowed_isRefused() {
        List<NullCall> calls = calls().toList();

        assertThat(calls).hasSizeGreaterThan(FLOOR).extracting(NullCall::name).containsAll(EXCLUDED.keySet());
        assertThat(calls.stream()
                        .filter(call -> !EXCLUDED.containsKey(call.name()))
                        .flatMap(call -> call.finding().stream()))
                .isEmpty();
    }

    private Stream<NullCall> calls() {
        return ANCHORS.stream()
                .flatMap(anchor -> PublicApi.classesBeside(anchor).stream())
                .flatMap(PublicApi::entries)
                .flatMap(entry -> NullCall.of(entry, samples()));
    }

    /** Samples to try in turn until a call takes them. */
    private List<SampleValues> samples() {
        return Stream.of(false, true)
                .flatMap(empty ->
                        SampleValues.TEXTS.stream().map(text -> new SampleValues(text, empty, folder, runtime)))
                .toList();
    }
}
