package dev.harbor.parity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.event.HarborEvent;
import dev.harbor.event.ToolCompleted;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Planner;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.testkit.EventRecorder;
import dev.harbor.tool.TransportKind;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A tool moves from one transport to the next while an agent works with it, and the agent can't tell. */
final class SwapTest {

    private static final int CALLS = Road.values().length;

    /** Knows a name and what to say, and nothing else. */
    private static final Planner PLANNER = context -> {
        int step = context.trajectory().size();
        return step < CALLS
                ? Decision.call(Road.TOOL, World.ask("greet " + step))
                : Decision.finish(
                        context.trajectory().lastObservation().orElseThrow().content());
    };

    @Test
    void tool_swappedOverAllTransports_underARunningAgent() throws Exception {
        EventRecorder events = EventRecorder.create();
        try (Desk desk = new Desk()) {
            Swapping swapping = new Swapping(desk);
            try (HarborRuntime runtime = HarborRuntime.builder()
                    .artifacts(Artifacts.memory())
                    .journal(InMemoryJournal.create())
                    .source(swapping)
                    .events(events)
                    .events(event -> swapAfter(event, swapping))
                    .build()) {
                RunResult end = runtime.as(World.ADA)
                        .start(RunRequest.goal("greet").planner(PLANNER))
                        .await(Duration.ofMinutes(1));

                assertThat(end.isSuccess()).isTrue();
                assertThat(desk.effects)
                        .containsExactlyElementsOf(IntStream.range(0, CALLS)
                                .mapToObj(step -> "greet " + step)
                                .toList());
                assertThat(transports(events))
                        .containsExactlyElementsOf(
                                Stream.of(Road.values()).map(Road::kind).toList());
            }
        }
    }

    private static void swapAfter(HarborEvent event, Swapping swapping) {
        if (event instanceof ToolCompleted completed
                && completed.call().toolName().equals(Road.TOOL)) {
            swapping.next();
        }
    }

    private static List<TransportKind> transports(EventRecorder events) {
        return events.ofType(ToolCompleted.class).stream()
                .filter(completed -> completed.call().toolName().equals(Road.TOOL))
                .map(completed -> completed.call().transport().orElseThrow())
                .toList();
    }
}
