package dev.harbor.inspector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.event.RunEnded;
import dev.harbor.identity.Identity;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.testkit.Gate;
import dev.harbor.testkit.ManualClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What happens is told to who looks. */
final class InspectorLiveTest {

    /** Is a page that is open: what its stream has told so far. */
    private static final class Page implements AutoCloseable {

        private final List<String> lines = new CopyOnWriteArrayList<>();
        private final Stream<String> stream;
        private final Thread reader;

        Page(Served served, String who, String path) {
            HttpResponse<Stream<String>> response =
                    served.send(served.request(who, path).build(), HttpResponse.BodyHandlers.ofLines());
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Content-Type")).hasValue("text/event-stream");
            stream = response.body();
            reader = new Thread(this::read);
            reader.start();
            await("event: open");
        }

        private void read() {
            try {
                stream.forEach(lines::add);
            } catch (UncheckedIOException e) {
                lines.add("broken off");
            }
        }

        void await(String part) {
            Awaitility.await().atMost(Served.BOUND).until(() -> lines.stream().anyMatch(line -> line.contains(part)));
        }

        void awaitEnd() throws InterruptedException {
            reader.join(Served.BOUND.toMillis());
            assertThat(reader.isAlive()).isFalse();
        }

        @Override
        public void close() {
            stream.close();
        }
    }

    private static RunEnded ended(Identity who, String run) {
        return new RunEnded(who, run, ManualClock.START, "succeeded", "goal", Duration.ZERO);
    }

    @Test
    void run_tellsWhatHappensInIt_withoutArgumentsOrResults() {
        try (Served served = Served.start()) {
            served.begin(Served.ADA, "r1", "hold", Json.parse("{\"word\": \"open sesame\"}"));
            served.gate.awaitHeld(1);
            try (Page page = new Page(served, "reader", "/runs/r1/events")) {
                served.gate.open();
                page.await("\"type\":\"run.ended\"");
                assertThat(page.lines.toString())
                        .contains("\"tool\":\"world.hold", "\"type\":\"tool.completed\"", "\"state\":\"succeeded\"")
                        .doesNotContain("sesame");
            }
        }
    }

    @Test
    void list_tellsOfTheRunsThatAreCovered() {
        try (Served served = Served.start();
                Page acme = new Page(served, "acme", "/events");
                Page all = new Page(served, "root", "/events")) {
            served.run(Served.EVE, "e1", "look");
            all.await("\"run\":\"e1\"");
            served.run(Served.ADA, "a1", "look");
            acme.await("\"run\":\"a1\"");
            assertThat(acme.lines.toString()).doesNotContain("e1");
        }
    }

    @Test
    void run_tellsOfItselfOnly_andOfItsChildRuns() {
        try (Served served = Served.start()) {
            served.run(Served.ADA, "r1", "ask");
            served.run(Served.ADA, "r12", "ask");
            try (Page page = new Page(served, "reader", "/runs/r1/events")) {
                served.live.accept(ended(Served.ADA, "r12"));
                served.live.accept(ended(Served.EVE, "r2"));
                served.live.accept(ended(Served.ADA, "r1.1"));
                page.await("r1.1");
                assertThat(page.lines.toString()).doesNotContain("r12", "r2");
            }
        }
    }

    @Test
    void run_thatAnotherProcessDrives_isLookedAt() {
        InspectorLimits limits =
                InspectorLimits.builder().look(Duration.ofMillis(20)).build();
        InMemoryJournal journal = InMemoryJournal.create();
        try (Served served =
                Served.start(journal, builder -> builder.limits(limits).live(LiveEvents.create()))) {
            served.run(Served.ADA, "r1", "ask");
            try (Page page = new Page(served, "reader", "/runs/r1/events")) {
                served.runtime.operator().cancel("r1", "over");
                page.await("run.recorded");
            }
        }
    }

    @Test
    void reader_thatIsTooSlow_isLetGo_andTold_andKeepsNoPlace() throws Exception {
        InspectorLimits limits = InspectorLimits.builder().waitingEvents(3).build();
        try (Served served = Served.start(builder -> builder.limits(limits))) {
            SlowReader slow = new SlowReader();
            try (InspectorResponse response = served.inspector.handle(request("/events"))) {
                Thread writer = new Thread(() -> slow.read(response));
                writer.start();
                slow.gate.awaitHeld(1);
                for (int i = 0; i < 3; i++) {
                    served.live.accept(ended(Served.ADA, "r" + i));
                }
                assertThat(served.inspector.openStreams()).isEqualTo(1);
                served.live.accept(ended(Served.ADA, "one-too-many"));
                assertThat(served.inspector.openStreams()).isZero();
                assertThat(served.live.listeners()).isZero();

                slow.gate.open();
                writer.join(Served.BOUND.toMillis());
            }
            assertThat(slow.text())
                    .contains("event: dropped\ndata: {\"waiting\":3}")
                    .doesNotContain("one-too-many");
            assertThat(served.inspector.openStreams()).isZero();
        }
    }

    /** Takes nothing until its gate opens. */
    private static final class SlowReader extends OutputStream {

        final Gate gate = Gate.closed();
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        void read(InspectorResponse response) {
            try {
                response.writeTo(this);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void write(int one) {
            gate.passUninterruptibly();
            out.write(one);
        }

        String text() {
            return out.toString(StandardCharsets.UTF_8);
        }
    }

    private static InspectorRequest request(String path) {
        return InspectorRequest.of(
                "GET", "", path, null, Map.of("X-Operator", List.of("root")), InputStream.nullInputStream());
    }

    @Test
    void streams_areBounded_eachAndAltogether_andGiveTheirPlacesBack() throws Exception {
        InspectorLimits limits = InspectorLimits.builder().streams(3, 2).build();
        try (Served served = Served.start(builder -> builder.limits(limits))) {
            List<InspectorResponse> open = new ArrayList<>();
            open.add(served.inspector.handle(request("/events")));
            open.add(served.inspector.handle(request("/events")));
            assertThat(served.get("root", "/events").statusCode()).isEqualTo(503);
            try (Page page = new Page(served, "reader", "/events")) {
                assertThat(served.get("acme", "/events").statusCode()).isEqualTo(503);
                open.forEach(InspectorResponse::close);
                open.forEach(InspectorResponse::close);
                assertThat(page.lines).contains("event: open");
                assertThat(served.inspector.openStreams()).isEqualTo(1);
            }
            try (InspectorResponse again = served.inspector.handle(request("/events"))) {
                assertThat(again.status()).isEqualTo(200);
            }
        }
    }

    @Test
    void inspector_thatIsClosed_endsItsStreams() throws Exception {
        try (Served served = Served.start();
                Page page = new Page(served, "root", "/events")) {
            served.inspector.close();
            page.awaitEnd();
            Awaitility.await().atMost(Served.BOUND).until(() -> served.inspector.openStreams() == 0);
            assertThat(served.get("root", "/events").body()).doesNotContain("event: change");
        }
    }

    @Test
    void stream_endsWhenItsTimeIsUp_andBeatsBefore() throws Exception {
        InspectorLimits limits = InspectorLimits.builder()
                .longestStream(Duration.ofMillis(200))
                .beat(Duration.ofMillis(20))
                .build();
        try (Served served = Served.start(builder -> builder.limits(limits));
                Page page = new Page(served, "root", "/events")) {
            page.awaitEnd();
            assertThat(page.lines).contains("event: beat");
        }
    }

    @Test
    void live_isForgetful_andKeepsNobodyWaiting() {
        try (Served served = Served.start();
                HarborRuntime other = served.runtime(InMemoryJournal.create(), served.live)) {
            other.as(Served.ADA).start(RunRequest.goal("look").id("r1")).await(Served.BOUND);
            assertThat(served.live.listeners()).isZero();
        }
    }
}
