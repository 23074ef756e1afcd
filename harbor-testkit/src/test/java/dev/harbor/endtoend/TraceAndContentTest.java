package dev.harbor.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.event.ContentSink;
import dev.harbor.event.HarborEvent;
import dev.harbor.event.Redactor;
import dev.harbor.event.RunResumed;
import dev.harbor.identity.Identity;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.pause.PauseReason;
import dev.harbor.plan.Decision;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.ToolRequest;
import dev.harbor.policy.BreakerState;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResumeRequest;
import dev.harbor.runtime.RunRequest;
import dev.harbor.testkit.TestIdentities;
import dev.harbor.tool.ContextPropagator;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is bound to a thread follows runs and batches; a run remembers its trace; arguments and results are told to whom they are confided, and to nobody else. */
final class TraceAndContentTest {

    private static final Identity ADA = TestIdentities.DEFAULT;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    private final ThreadLocal<String> bound = new ThreadLocal<>();
    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final List<HarborEvent> events = new CopyOnWriteArrayList<>();
    private final InMemoryJournal journal = InMemoryJournal.create();

    record Note(String text, String password) {}

    @AfterEach
    void unbind() {
        bound.remove();
    }

    private final ContextPropagator tracer = new ContextPropagator() {
        @Override
        public Snapshot capture() {
            String now = bound.get();
            return () -> bound.set(now);
        }

        @Override
        public Map<String, String> traceHeaders() {
            String now = bound.get();
            return now == null ? Map.of() : Map.of("traceparent", now, "baggage", "not ours");
        }
    };

    private HarborRuntime.Builder builder() {
        Tool<Note, Note> look = Tool.<Note, Note>of(
                        "look.up", Note.class, Note.class, (Note note, ToolContext context) -> {
                            seen.add(bound.get() + " " + context.traceHeaders());
                            return note;
                        })
                .effect(SideEffect.READ);
        return HarborRuntime.builder()
                .tools(look)
                .artifacts(Artifacts.memory())
                .journal(journal)
                .propagator(tracer)
                .events(events::add);
    }

    private static Json note() {
        return Json.of(Map.of("text", "hello", "password", "hunter2-hunter2"));
    }

    @Test
    void context_ofWhoStartsARun_isOnItsThreads_andOnThoseOfItsBatches() throws InterruptedException {
        ToolRequest look = ToolRequest.of("look.up", note());
        try (HarborRuntime runtime = builder()
                .planner(context -> context.trajectory().size() == 0
                        ? new Decision.CallParallel(List.of(look, look, look), JoinPolicy.ALL)
                        : Decision.finish(Json.NULL))
                .build()) {
            bound.set(TRACE);
            assertThat(runtime.as(ADA)
                            .start(RunRequest.goal("look"))
                            .await(PATIENCE)
                            .isSuccess())
                    .isTrue();
            runtime.as(ADA)
                    .submit("look.up", note())
                    .await(PATIENCE)
                    .orElseThrow()
                    .orThrow();
        }
        assertThat(seen).hasSize(4).containsOnly(TRACE + " {traceparent=" + TRACE + "}");
    }

    @Test
    void run_thatGoesOn_isToldTheTraceOfItsDriveBefore() {
        try (HarborRuntime runtime = builder()
                .planner(context -> context.trajectory().size() == 0
                        ? Decision.call("look.up", note())
                        : context.trajectory().size() == 1
                                ? new Decision.RequestPause(PauseReason.AWAIT_INPUT, "more?", Json.NULL)
                                : Decision.finish(Json.NULL))
                .build()) {
            Caller ada = runtime.as(ADA);
            bound.set(TRACE);
            ada.start(RunRequest.goal("look").id("r1")).await(PATIENCE);
            bound.remove();
            ada.resume(ResumeRequest.of("r1").input(Json.of("go on"))).await(PATIENCE);
        }
        assertThat(events)
                .filteredOn(RunResumed.class::isInstance)
                .singleElement()
                .satisfies(event -> assertThat(((RunResumed) event).trace()).isEqualTo(TRACE));
    }

    @Test
    void trace_thatIsNone_isNotRecorded() {
        try (HarborRuntime runtime = builder()
                .planner(context -> context.trajectory().size() == 0
                        ? new Decision.RequestPause(PauseReason.AWAIT_INPUT, "more?", Json.NULL)
                        : Decision.finish(Json.NULL))
                .build()) {
            Caller ada = runtime.as(ADA);
            bound.set("something\nelse");
            ada.start(RunRequest.goal("look").id("r1")).await(PATIENCE);
            bound.remove();
            ada.resume(ResumeRequest.of("r1").input(Json.of("go on"))).await(PATIENCE);
        }
        assertThat(events)
                .filteredOn(RunResumed.class::isInstance)
                .singleElement()
                .satisfies(event -> assertThat(((RunResumed) event).trace()).isNull());
    }

    @Test
    void content_isConfided_withoutSecrets_andAFailingListenerCostsNothing() {
        List<String> told = new CopyOnWriteArrayList<>();
        ContentSink listener = (call, arguments, result) -> {
            told.add(call.toolName() + " " + arguments + " " + result);
            throw new IllegalStateException("listener");
        };
        try (HarborRuntime runtime =
                builder().content(listener, Redactor.standard()).build()) {
            Caller ada = runtime.as(ADA);
            ada.call("look.up", note()).orThrow();
            ada.call("look.up", Json.parse("{\"text\":7}"));
        }
        assertThat(told).hasSize(2).noneMatch(line -> line.contains("hunter2"));
        assertThat(told.get(0)).contains("\"password\":\"***\"").contains("hello");
        assertThat(told.get(1)).isEqualTo("look.up {\"text\":7} null");
    }

    @Test
    void listenersOfContent_hearThroughTheirOwnRedactor_andDoNotSilenceEachOther() {
        List<String> first = new CopyOnWriteArrayList<>();
        List<String> second = new CopyOnWriteArrayList<>();
        Redactor broken = rule(text -> {
            throw new IllegalStateException("redactor");
        });
        try (HarborRuntime runtime = builder()
                .content((call, arguments, result) -> first.add(arguments.toString()), Redactor.standard())
                .content((call, arguments, result) -> second.add("never"), broken)
                .content(
                        (call, arguments, result) -> second.add(arguments.toString()),
                        rule(text -> text.replace("hello", "moin")))
                .build()) {
            runtime.as(ADA).call("look.up", note()).orThrow();
            runtime.as(ADA).call("look.up", note()).orThrow();
        }
        assertThat(first).hasSize(2).allMatch(line -> line.contains("hello") && line.contains("***"));
        assertThat(second).hasSize(2).allMatch(line -> line.contains("moin"));
    }

    private static Redactor rule(UnaryOperator<String> rule) {
        return Redactor.builder().rule(rule).build();
    }

    @Test
    void breakers_areShown_ofToolsThatWereCalledAndHaveOne() {
        Tool<Note, Note> pure = Tool.<Note, Note>of("pure.echo", Note.class, Note.class, note -> note)
                .effect(SideEffect.PURE);
        try (HarborRuntime runtime = builder().tools(pure).build()) {
            assertThat(runtime.breakers()).isEmpty();
            runtime.as(ADA).call("look.up", note());
            runtime.as(ADA).call("pure.echo", note());

            assertThat(runtime.breakers())
                    .containsExactly(Map.entry(Objects.requireNonNull(ToolId.of("look.up")), BreakerState.CLOSED));
        }
    }
}
