package dev.harbor.endtoend;

import static dev.harbor.endtoend.Fixture.events;
import static dev.harbor.endtoend.Fixture.runtime;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.event.CallEvent;
import dev.harbor.event.HarborEvent;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolOutcome;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One runtime, a hundred identities at once: nothing of one is ever seen by another, and nothing is lost or doubled. */
final class IsolationTest {

    private static final int CALLERS = 100;
    private static final int CALLS = 20;

    record Ask(int number) {}

    record Answer(String tenant, String user, String session, int number) {}

    static Stream<String> kindsOfThreads() {
        boolean virtual = Runtime.version().feature() >= 21;
        return virtual ? Stream.of("platform", "virtual") : Stream.of("platform");
    }

    static Stream<String> cases() {
        return kindsOfThreads().flatMap(kind -> Stream.of(kind + " PURE", kind + " READ", kind + " WRITE"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void callers_atOnce_seeOnlyThemselves(String kindAndEffect) throws Exception {
        String kind = kindAndEffect.substring(0, kindAndEffect.indexOf(' '));
        SideEffect effect = SideEffect.valueOf(kindAndEffect.substring(kind.length() + 1));
        List<HarborEvent> events = events();
        Map<String, AtomicInteger> effects = new ConcurrentHashMap<>();
        Tool<Ask, Answer> whoami = Tool.of("who.am.i", Ask.class, Answer.class, (ask, context) -> {
                    effects.computeIfAbsent(context.idempotencyKey(), key -> new AtomicInteger())
                            .incrementAndGet();
                    Identity identity = context.identity();
                    return new Answer(identity.tenant(), identity.user(), identity.session(), ask.number());
                })
                .effect(effect);
        ExecutorService threads = threads(kind);
        try (HarborRuntime runtime = runtime(events).tools(whoami).build()) {
            CyclicBarrier start = new CyclicBarrier(CALLERS);
            List<Future<List<ToolOutcome<Json>>>> results = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                Caller caller = runtime.as(identity(i));
                results.add(threads.submit(work(start, caller)));
            }
            for (int i = 0; i < CALLERS; i++) {
                assertOwn(identity(i), results.get(i).get());
            }
        } finally {
            threads.shutdown();
        }
        assertThat(effects)
                .hasSize(CALLERS * CALLS)
                .allSatisfy((key, count) -> assertThat(count).hasValue(1));
        assertEvents(events);
    }

    private static Callable<List<ToolOutcome<Json>>> work(CyclicBarrier start, Caller caller) {
        return () -> {
            start.await();
            List<ToolOutcome<Json>> outcomes = new ArrayList<>();
            for (int call = 0; call < CALLS; call++) {
                outcomes.add(caller.call("who.am.i", Json.parse("{\"number\":" + call + "}")));
            }
            return outcomes;
        };
    }

    private static Identity identity(int i) {
        return Identity.of("tenant" + i % 7, "user" + i, "session" + i);
    }

    private static void assertOwn(Identity identity, List<ToolOutcome<Json>> outcomes) {
        for (int call = 0; call < CALLS; call++) {
            assertThat(outcomes.get(call).orThrow())
                    .isEqualTo(Json.of(Map.of(
                            "tenant",
                            identity.tenant(),
                            "user",
                            identity.user(),
                            "session",
                            identity.session(),
                            "number",
                            call)));
        }
    }

    private static void assertEvents(List<HarborEvent> events) {
        Map<String, List<HarborEvent>> byCall = events.stream()
                .collect(Collectors.groupingBy(
                        event -> ((CallEvent) event).call().callId()));
        assertThat(byCall).hasSize(CALLERS * CALLS);
        assertThat(byCall.values()).allSatisfy(ofOneCall -> {
            assertThat(ofOneCall).extracting(HarborEvent::type).containsExactly("tool.invoked", "tool.completed");
            assertThat(Set.copyOf(ofOneCall.stream().map(HarborEvent::identity).toList()))
                    .hasSize(1);
        });
    }

    private static ExecutorService threads(String kind) throws ReflectiveOperationException {
        if (kind.equals("platform")) {
            return Executors.newFixedThreadPool(CALLERS);
        }
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(e.getCause());
        }
    }
}
