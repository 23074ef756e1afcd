package dev.harbor.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.pause.Pause;
import dev.harbor.pause.Resolution;
import dev.harbor.plan.Decision;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResolvedPause;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.store.jdbc.JdbcJournal;
import dev.harbor.tool.Resumption;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolSuspended;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code that the page on tools that ask quotes. */
final class LetAToolAskTest {

    private static final Identity ADA = Identity.of("acme", "ada", "session-1");
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    record Trip(String to) {}

    record Booking(String to, String seat) {}

    @TempDir
    Path directory;

    // snippet: tool-that-asks
    private static Booking book(Trip trip, ToolContext context) {
        Optional<Resumption> answer = context.resumption();
        if (answer.isEmpty()) {
            List<String> seats = List.of("12A", "14C");
            throw ToolSuspended.awaitInput("Which seat to " + trip.to() + "?", Json.of(Map.of("seats", seats)))
                    .state(Json.of(Map.of("offer", "offer-7")))
                    .expiresAfter(Duration.ofHours(2));
        }
        String seat = answer.get().resolution().payload().asString();
        return new Booking(trip.to(), seat);
    }
    // end

    /** Is the service that makes offers. */
    private static final class Offers {

        private final List<String> withdrawn = new CopyOnWriteArrayList<>();

        void withdraw(String offer, String key) {
            withdrawn.add(offer + " of " + key);
        }
    }

    private final Offers offers = new Offers();

    private Tool<Trip, Booking> patient() {
        Tool<Trip, Booking> booking = Tool.<Trip, Booking>of(
                        "flight.book", Trip.class, Booking.class, LetAToolAskTest::book)
                .effect(SideEffect.EXTERNAL);
        // snippet: let-go
        Tool<Trip, Booking> patient = booking.onAbandoned(
                call -> offers.withdraw(call.state().get("offer").orElseThrow().asString(), call.idempotencyKey()));
        // end
        return patient;
    }

    private HarborRuntime runtime() {
        return HarborRuntime.builder()
                .tools(patient())
                .artifacts(Artifacts.files(directory.resolve("artifacts")))
                .journal(JdbcJournal.sqlite(directory.resolve("harbor.db")))
                .planner(context -> context.trajectory().size() == 0
                        ? Decision.call("flight.book", Json.of(Map.of("to", "Oslo")))
                        : Decision.finish(context.trajectory()
                                .steps()
                                .get(0)
                                .observations()
                                .get(0)
                                .content()))
                .build();
    }

    @Test
    void tool_thatAsked_goesOnWithTheAnswer() {
        String token;
        try (HarborRuntime runtime = runtime()) {
            RunResult parked = runtime.as(ADA).start(RunRequest.goal("to Oslo")).await(PATIENCE);
            token = parked.tokens().get(0);
        }
        try (HarborRuntime runtime = runtime()) {
            Caller ada = runtime.as(ADA);
            // snippet: answer-a-tool
            Pause asked = ada.pause(token).orElseThrow();
            Json seats = asked.payload().get("seats").orElseThrow();
            ResolvedPause done = ada.resolvePause(
                    token, Resolution.resume("ada", seats.elements().get(1)));
            // end
            RunResult ended = Objects.requireNonNull(done.run()).await(PATIENCE);
            assertThat(ended.result()).isEqualTo(Json.of(Map.of("to", "Oslo", "seat", "14C")));
        }
    }

    @Test
    void tool_whoseRunIsCancelled_withdrawsItsOffer() {
        try (HarborRuntime runtime = runtime()) {
            RunResult parked = runtime.as(ADA).start(RunRequest.goal("to Oslo")).await(PATIENCE);

            runtime.as(ADA).cancel(parked.runId(), "not any more");

            Awaitility.await().atMost(PATIENCE).until(() -> !offers.withdrawn.isEmpty());
            assertThat(offers.withdrawn).singleElement().asString().startsWith("offer-7 of ");
        }
    }
}
