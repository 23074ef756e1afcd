package dev.harbor.tools.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.access.AccessPolicy;
import dev.harbor.access.AllowAllPolicy;
import dev.harbor.access.RestrictionPolicy;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.error.ErrorCode;
import dev.harbor.identity.Identity;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.pause.PauseReason;
import dev.harbor.plan.Decision;
import dev.harbor.plan.PlanContext;
import dev.harbor.plan.Planner;
import dev.harbor.run.RunState;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResumeRequest;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The tool by which planners find tools, in runs and for identities. */
final class SearchInRunTest {

    private static final Identity ADA = Identity.of("acme", "ada", "s1");
    private static final Identity BOB = Identity.of("globex", "bob", "s2");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    record Nothing() {}

    private final List<List<String>> shown = new ArrayList<>();
    private HarborRuntime runtime = build(context -> Decision.finish(Json.NULL), AllowAllPolicy.instance());

    @AfterEach
    void close() {
        runtime.close();
    }

    private static Tool<Nothing, Nothing> tool(String name, SideEffect effect) {
        return Tool.of(name, Nothing.class, Nothing.class, in -> in).effect(effect);
    }

    private HarborRuntime build(Planner planner, AccessPolicy access) {
        return HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .journal(InMemoryJournal.create())
                .toolSearch(LuceneToolFinder.create())
                .access(access)
                .planner(planner)
                .tools(
                        tool("plain.weather", SideEffect.READ),
                        tool("hidden.weather", SideEffect.READ).deferred(),
                        tool("hidden.umbrella", SideEffect.READ).deferred(),
                        tool("hidden.writer", SideEffect.WRITE).deferred().description("changes the weather"),
                        tool("bobs.weather", SideEffect.READ).deferred().visibleTo(BOB::equals),
                        tool("scoped.weather", SideEffect.READ).deferred().authScopes("sky"))
                .build();
    }

    private void use(Planner planner, AccessPolicy access) {
        runtime.close();
        runtime = build(planner, access);
    }

    private List<String> search(Identity who, String arguments) {
        return names(runtime.as(who).call("tool.search", Json.parse(arguments)).orThrow());
    }

    private static List<String> names(Json found) {
        return found.at("/tools").orElseThrow().elements().stream()
                .map(hit -> hit.at("/name").orElseThrow().asString())
                .toList();
    }

    private Decision look(PlanContext context, Decision... script) {
        shown.add(context.tools().stream().map(tool -> tool.id().name()).toList());
        int step = context.trajectory().size();
        return step < script.length ? script[step] : Decision.finish(Json.NULL);
    }

    private static Decision searches(String words) {
        return Decision.call("tool.search", Json.of(Map.of("query", words)));
    }

    @Test
    void deferredTool_isShownFromTheTurnAfterItWasFound_andNoOther() {
        use(context -> look(context, searches("umbrella")), AllowAllPolicy.instance());
        RunResult end = runtime.as(ADA).start(RunRequest.goal("stay dry")).await(PATIENCE);

        assertThat(end.state()).isEqualTo(RunState.SUCCEEDED);
        assertThat(shown).hasSize(2);
        assertThat(shown.get(0)).contains("plain.weather", "tool.search").doesNotContain("hidden.umbrella");
        assertThat(shown.get(1)).contains("plain.weather", "hidden.umbrella").doesNotContain("hidden.weather");
    }

    @Test
    void whatWasFound_staysShown_afterAnotherSearch_andWhenTheRunIsResumed() {
        use(
                context -> look(
                        context,
                        searches("umbrella"),
                        searches("zzzz"),
                        new Decision.RequestPause(PauseReason.AWAIT_INPUT, "wait", Json.NULL)),
                AllowAllPolicy.instance());
        runtime.as(ADA).start(RunRequest.goal("stay dry").id("r1")).await(PATIENCE);
        runtime.as(ADA).resume(ResumeRequest.of("r1").input(Json.of("go on"))).await(PATIENCE);

        assertThat(shown).hasSize(4);
        assertThat(shown.subList(1, 4)).allSatisfy(names -> assertThat(names).contains("hidden.umbrella"));
    }

    @Test
    void anotherRun_hasToSearchForItself() {
        use(context -> look(context, searches("umbrella")), AllowAllPolicy.instance());
        runtime.as(ADA).start(RunRequest.goal("one")).await(PATIENCE);
        shown.clear();
        use(context -> look(context), AllowAllPolicy.instance());
        runtime.as(ADA).start(RunRequest.goal("two")).await(PATIENCE);

        assertThat(shown.get(0)).doesNotContain("hidden.umbrella");
    }

    @Test
    void search_findsOnlyWhatItsCallerMayKnowOf() {
        assertThat(search(ADA, "{\"query\":\"weather\"}"))
                .containsExactlyInAnyOrder("plain_weather", "hidden_weather", "hidden_writer");
        assertThat(search(BOB, "{\"query\":\"weather\"}")).contains("bobs_weather");
    }

    @Test
    void search_doesNotFindWhatThePolicyHides() {
        use(context -> Decision.finish(Json.NULL), RestrictionPolicy.allowing(SideEffect.READ));

        assertThat(search(ADA, "{\"query\":\"weather\"}"))
                .contains("hidden_weather")
                .doesNotContain("hidden_writer");
    }

    @Test
    void search_doesNotFindWhatTheRunForbids() {
        List<Json> seen = new ArrayList<>();
        use(
                context -> {
                    context.trajectory().lastObservation().ifPresent(last -> seen.add(last.content()));
                    return look(context, searches("weather"));
                },
                AllowAllPolicy.instance());
        runtime.as(ADA).start(RunRequest.goal("go").disallow("hidden.weather")).await(PATIENCE);

        assertThat(names(seen.get(0))).contains("hidden_writer").doesNotContain("hidden_weather");
        assertThat(shown.get(1)).doesNotContain("hidden.weather");
    }

    @Test
    void answer_saysWhatAPlannerNeeds_andIsBounded() {
        Json hit = runtime.as(ADA)
                .call("tool.search", Json.parse("{\"query\":\"weather\",\"limit\":1}"))
                .orThrow()
                .at("/tools/0")
                .orElseThrow();
        assertThat(hit.members().keySet()).containsExactly("name", "description", "parameters", "effect", "shown");
        assertThat(search(ADA, "{\"query\":\"\",\"limit\":1000}"))
                .hasSizeLessThanOrEqualTo(20)
                .doesNotContain("tool_search");
        assertThat(search(ADA, "{\"query\":\"weather\",\"limit\":0}")).hasSize(1);
    }

    @Test
    void arguments_thatAreWrong_areRefused() {
        ToolOutcome<Json> outcome = runtime.as(ADA).call("tool.search", Json.parse("{\"q\":\"weather\"}"));
        assertThat(((ToolOutcome.Failure<Json>) outcome).error().code()).isEqualTo(ErrorCode.INVALID_ARGUMENTS);
    }

    @Test
    void deferredTool_isInNoListOfItsCaller() {
        assertThat(runtime.as(ADA).tools())
                .extracting(ToolDefinition::id)
                .extracting(id -> id.name())
                .contains("tool.search", "plain.weather")
                .doesNotContainAnyElementsOf(Set.of("hidden.weather", "hidden.umbrella"));
    }
}
