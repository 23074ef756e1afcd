package dev.harbor.durable;

import static dev.harbor.durable.World.call;
import static dev.harbor.durable.World.script;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.event.PauseResolved;
import dev.harbor.identity.Identity;
import dev.harbor.journal.HeadQuery;
import dev.harbor.json.Json;
import dev.harbor.pause.Pause;
import dev.harbor.pause.PauseReason;
import dev.harbor.pause.Resolution;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Planner;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What waits, as its owners and operators find it. */
final class PauseListTest {

    private static final Identity ADA = World.ADA;
    private static final Identity ADA_ELSEWHERE = Identity.of(ADA.tenant(), ADA.user(), "other");
    private static final Identity BEN = Identity.of(ADA.tenant(), "ben", "s");
    private static final Identity STRANGER = Identity.of("other", "eve", "s");

    private final Asking asking = new Asking();
    private final List<PauseResolved> resolved = new CopyOnWriteArrayList<>();

    /** Parks a run of every identity, those of Ada in two ways. */
    private HarborRuntime parked() {
        Planner planner = context -> context.goal().equals("ask")
                ? new Decision.RequestPause(PauseReason.AWAIT_INPUT, "which one?", Json.NULL)
                : script(call("world.write")).next(context);
        HarborRuntime runtime = asking.world
                .process(planner)
                .events(event -> {
                    if (event instanceof PauseResolved heard) {
                        resolved.add(heard);
                    }
                })
                .build();
        park(runtime, ADA, "a1", "write");
        park(runtime, ADA, "a2", "ask");
        park(runtime, ADA_ELSEWHERE, "a3", "ask");
        park(runtime, BEN, "b1", "ask");
        park(runtime, STRANGER, "e1", "ask");
        return runtime;
    }

    private static void park(HarborRuntime runtime, Identity who, String id, String goal) {
        assertThat(runtime.as(who)
                        .start(RunRequest.goal(goal).id(id))
                        .await(World.BOUND)
                        .reason())
                .startsWith("pause:");
    }

    private static List<String> runs(List<Pause> pauses) {
        return pauses.stream().map(Pause::runId).toList();
    }

    private static List<String> listed(HarborRuntime runtime, HeadQuery query) {
        return runs(runtime.operator().pauses(query));
    }

    @Test
    void list_ofAnOperator_holdsEachFilter_andAllOfThem() {
        try (HarborRuntime runtime = parked()) {
            assertThat(listed(runtime, HeadQuery.everyTenant())).containsExactly("a1", "a2", "a3", "b1", "e1");
            assertThat(listed(runtime, HeadQuery.tenant(ADA.tenant()))).containsExactly("a1", "a2", "a3", "b1");
            assertThat(listed(runtime, HeadQuery.user(ADA.tenant(), ADA.user())))
                    .containsExactly("a1", "a2", "a3");
            assertThat(listed(runtime, HeadQuery.session(ADA))).containsExactly("a1", "a2");
            assertThat(listed(runtime, HeadQuery.session(ADA).states("running")))
                    .isEmpty();
            assertThat(listed(
                            runtime,
                            HeadQuery.session(ADA)
                                    .states("waiting")
                                    .after("run/a1")
                                    .limit(1)))
                    .containsExactly("a2");
        }
    }

    @Test
    void list_isReadPageByPage_withoutGapOrRepetition() {
        try (HarborRuntime runtime = parked()) {
            List<String> all = new ArrayList<>();
            List<String> page = listed(runtime, HeadQuery.everyTenant().limit(2));
            while (!page.isEmpty()) {
                assertThat(page).hasSizeLessThanOrEqualTo(2);
                all.addAll(page);
                String last = "run/" + page.get(page.size() - 1);
                page = listed(runtime, HeadQuery.everyTenant().limit(2).after(last));
            }
            assertThat(all).containsExactly("a1", "a2", "a3", "b1", "e1");
        }
    }

    @Test
    void list_ofACaller_isThatOfItsSession_alsoAtOnceWithOthers() throws Exception {
        try (HarborRuntime runtime = parked()) {
            ExecutorService pool = Executors.newFixedThreadPool(8);
            try {
                List<Callable<List<String>>> lists = new ArrayList<>();
                for (int i = 0; i < 25; i++) {
                    for (Identity who : List.of(ADA, ADA_ELSEWHERE, BEN, STRANGER)) {
                        lists.add(() -> runs(runtime.as(who).pauses()));
                    }
                }
                List<Future<List<String>>> seen = pool.invokeAll(lists);
                for (int i = 0; i < seen.size(); i += 4) {
                    assertThat(seen.get(i).get()).containsExactly("a1", "a2");
                    assertThat(seen.get(i + 1).get()).containsExactly("a3");
                    assertThat(seen.get(i + 2).get()).containsExactly("b1");
                    assertThat(seen.get(i + 3).get()).containsExactly("e1");
                }
            } finally {
                pool.shutdownNow();
            }
        }
    }

    @Test
    void resolution_isTold_withWhatWasDecided() {
        try (HarborRuntime runtime = parked()) {
            for (Pause pause : runtime.operator().pauses(HeadQuery.session(ADA))) {
                Resolution decided = pause.reason() == PauseReason.AWAIT_INPUT
                        ? Resolution.resume("eve", Json.of("the first"))
                        : Resolution.reject("eve");
                runtime.operator().resolvePause(pause.id(), decided);
            }
            assertThat(resolved)
                    .extracting(PauseResolved::run, PauseResolved::reason, PauseResolved::resolution)
                    .containsExactly(
                            org.assertj.core.groups.Tuple.tuple("a1", "approval_required", "reject"),
                            org.assertj.core.groups.Tuple.tuple("a2", "await_input", "resume"));
        }
    }
}
