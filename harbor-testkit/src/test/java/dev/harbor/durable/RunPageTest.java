package dev.harbor.durable;

import static dev.harbor.durable.World.call;
import static dev.harbor.durable.World.script;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.identity.Identity;
import dev.harbor.journal.Claim;
import dev.harbor.journal.HeadQuery;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.StreamHead;
import dev.harbor.json.Json;
import dev.harbor.pause.PauseReason;
import dev.harbor.plan.Decision;
import dev.harbor.run.RunState;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunOperator;
import dev.harbor.runtime.RunOverview;
import dev.harbor.runtime.RunPage;
import dev.harbor.runtime.RunRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What operators list: page by page, with what each run is for and since when. */
final class RunPageTest {

    private static final Identity ADA = World.ADA;
    private static final Identity STRANGER = Identity.of("other", "eve", "s");

    private final World world = new World();

    private HarborRuntime runtime() {
        return world.process(context -> context.goal().startsWith("ask")
                        ? new Decision.RequestPause(PauseReason.AWAIT_INPUT, "which one?", Json.NULL)
                        : script(call("world.read")).next(context))
                .build();
    }

    private void run(HarborRuntime runtime, Identity who, String id, String goal) {
        runtime.as(who).start(RunRequest.goal(goal).id(id)).await(World.BOUND);
        world.clock.advance(Duration.ofMinutes(1));
    }

    private static List<String> ids(RunPage page) {
        return page.runs().stream().map(each -> each.summary().id().runId()).toList();
    }

    @Test
    void pages_holdEveryRunOnce_andNothingButRuns() {
        streamOf("loop/x");
        streamOf("zoo/x");
        try (HarborRuntime runtime = runtime()) {
            for (String id : List.of("e", "b", "d", "a", "c")) {
                run(runtime, ADA, id, "look");
            }
            List<List<String>> pages = new ArrayList<>();
            @Nullable String next = "";
            while (next != null && pages.size() < 10) {
                RunPage page = runtime.operator().page(HeadQuery.everyTenant().limit(2), next);
                pages.add(ids(page));
                next = page.next();
            }
            assertThat(pages).containsExactly(List.of("a", "b"), List.of("c", "d"), List.of("e"));
        }
    }

    private void streamOf(String stream) {
        Claim claim =
                world.journal.claim(stream, "somebody", Duration.ofMinutes(1)).orElseThrow();
        JournalEntry entry = new JournalEntry("odd", 1, world.clock.instant(), Json.EMPTY_OBJECT);
        world.journal.append(claim, 0, List.of(entry), StreamHead.of(stream, ADA, "waiting"));
        world.journal.release(claim);
    }

    @Test
    void page_tellsWhatARunIsFor_andSinceWhen_andOfWhichItIsAsked() {
        try (HarborRuntime runtime = runtime()) {
            run(runtime, ADA, "a1", "look around");
            run(runtime, ADA, "a2", "ask somebody");
            run(runtime, STRANGER, "e1", "ask somebody else");
            RunOperator operator = runtime.operator();

            RunPage waiting = operator.page(HeadQuery.tenant(ADA.tenant()).states("waiting"), "");

            assertThat(ids(waiting)).containsExactly("a2");
            RunOverview found = waiting.runs().get(0);
            assertThat(found.goal()).isEqualTo("ask somebody");
            assertThat(found.summary().state()).isEqualTo(RunState.WAITING);
            assertThat(Duration.between(Objects.requireNonNull(found.startedAt()), world.clock.instant()))
                    .isEqualTo(Duration.ofMinutes(2));
            assertThat(ids(operator.page(HeadQuery.everyTenant(), "a1"))).containsExactly("a2", "e1");
        }
    }

    @Test
    void page_withARunThatCantBeRead_showsTheOthers() {
        streamOf("run/broken");
        try (HarborRuntime runtime = runtime()) {
            run(runtime, ADA, "a1", "look");
            RunPage page = runtime.operator().page(HeadQuery.everyTenant(), "");
            assertThat(page.runs()).extracting(RunOverview::goal).containsExactly("look", null);
        }
    }

    @Test
    void oneRun_hasASummary_andItsPauses_whoseverItIs() {
        try (HarborRuntime runtime = runtime()) {
            run(runtime, ADA, "a1", "ask somebody");
            run(runtime, STRANGER, "e1", "ask somebody else");
            RunOperator operator = runtime.operator();

            assertThat(operator.summary("e1").orElseThrow().id().identity()).isEqualTo(STRANGER);
            assertThat(operator.summary("e1.1").orElseThrow().id().runId()).isEqualTo("e1");
            assertThat(operator.pauses("e1"))
                    .singleElement()
                    .satisfies(pause -> assertThat(pause.runId()).isEqualTo("e1"));
            assertThat(operator.pauses("e1.1")).isEqualTo(operator.pauses("e1"));
            assertThat(operator.summary("nobody")).isEmpty();
            assertThat(operator.pauses("nobody")).isEmpty();
        }
    }
}
