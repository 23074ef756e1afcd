package dev.harbor.catalog;

import static dev.harbor.catalog.Samples.ADA;
import static dev.harbor.catalog.Samples.closable;
import static dev.harbor.catalog.Samples.listed;
import static dev.harbor.catalog.Samples.tool;
import static dev.harbor.catalog.Samples.toolset;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.access.ScopeGrants;
import dev.harbor.json.Json;
import dev.harbor.tool.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ToolCatalogConcurrencyTest {

    private static final int THREADS = 100;

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    @Test
    void snapshots_underReplacement_areAlwaysOneInstalledSet() throws Exception {
        ToolCatalog catalog = Samples.catalog(tool("declared"));
        Set<Set<String>> legal = Set.of(
                Set.of("declared"),
                Set.of("declared", "a1", "a2", "a3"),
                Set.of("declared", "b1", "b2", "a1"),
                Set.of("declared", "c1"));
        List<ExternalToolset> sets = List.of(
                toolset("files", "a1", "a2", "a3"),
                toolset("files", "b1", "b2", "a1"),
                toolset("files", "c1"),
                toolset("files"));
        Queue<Set<String>> seen = new ConcurrentLinkedQueue<>();

        all(number -> {
            for (int i = 0; i < 20; i++) {
                if (number % 4 == 0) {
                    catalog.replace(sets.get((number / 4 + i) % sets.size()));
                } else {
                    try (SnapshotHold hold = catalog.hold()) {
                        seen.add(Set.copyOf(listed(hold.snapshot())));
                        assertResolvesWhatItLists(hold.snapshot());
                    }
                }
            }
            return null;
        });

        assertThat(seen).hasSize(75 * 20).allMatch(legal::contains);
        assertThat(catalog.snapshot().generation()).isEqualTo(1 + 25 * 20);
    }

    private static void assertResolvesWhatItLists(CatalogSnapshot snapshot) {
        for (String name : listed(snapshot)) {
            assertThat(snapshot.resolve(name, ADA, ScopeGrants.NONE)).isInstanceOf(ToolLookup.Found.class);
        }
    }

    @Test
    void generations_underReplacement_neverFall() throws Exception {
        ToolCatalog catalog = Samples.catalog();

        all(number -> {
            long last = 0;
            for (int i = 0; i < 50; i++) {
                if (number % 10 == 0) {
                    catalog.replace(toolset("source" + number, "tool" + number));
                }
                long now = catalog.snapshot().generation();
                assertThat(now).isGreaterThanOrEqualTo(last);
                last = now;
            }
            return null;
        });

        assertThat(catalog.snapshot().sources()).hasSize(10);
    }

    @Test
    void sources_withOneNameInCommon_getItExactlyOnce() throws Exception {
        ToolCatalog catalog = Samples.catalog();
        AtomicInteger won = new AtomicInteger();

        all(number -> {
            try {
                catalog.replace(toolset("source" + number, "own" + number, "shared"));
                won.incrementAndGet();
            } catch (ToolsetChangeException e) {
                assertThat(e.kind()).isEqualTo(ToolsetChangeException.Kind.EXTERNAL_TOOL_COLLISION);
            }
            return null;
        });

        assertThat(won).hasValue(1);
        assertThat(listed(catalog.snapshot())).hasSize(2).contains("shared");
    }

    @Test
    void heldTools_underReplacement_areOpenWhileHeld_andAllClosedInTheEnd() throws Exception {
        ToolCatalog catalog = Samples.catalog();
        Map<String, AtomicInteger> closed = new ConcurrentHashMap<>();
        AtomicInteger made = new AtomicInteger();

        all(number -> {
            for (int i = 0; i < 20; i++) {
                if (number % 5 == 0) {
                    String name = "tool" + made.incrementAndGet();
                    AtomicInteger count = new AtomicInteger();
                    closed.put(name, count);
                    Tool<Json, Json> fresh = closable(name, count);
                    catalog.replace(ExternalToolset.of("files", name, List.of(fresh)));
                } else {
                    try (SnapshotHold hold = catalog.hold()) {
                        listed(hold.snapshot())
                                .forEach(name -> assertThat(closed.get(name)).hasValue(0));
                    }
                }
            }
            return null;
        });
        catalog.close();

        assertThat(closed).hasSize(20 * 20);
        assertThat(closed.values()).allSatisfy(count -> assertThat(count).hasValue(1));
    }

    private void all(Task task) throws Exception {
        CyclicBarrier start = new CyclicBarrier(THREADS);
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            tasks.add(() -> {
                start.await(30, TimeUnit.SECONDS);
                return task.run(number);
            });
        }
        for (Future<Void> done : threads.invokeAll(tasks, 60, TimeUnit.SECONDS)) {
            done.get();
        }
    }

    private interface Task {
        Void run(int number) throws Exception;
    }
}
