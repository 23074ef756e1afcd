package dev.harbor.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class SseReaderTest {

    private static final NetLimits LIMITS = NetLimits.standard();

    private static final List<String> PIECES = List.of(
            "data",
            "data:",
            "data: ",
            "event:",
            "event: tick",
            "id:",
            "id: 7",
            "id: a\0b",
            "id",
            "retry:",
            "retry: 10",
            "retry: x",
            "retry:  5",
            ":",
            ": comment",
            "\n",
            "\n",
            "\n",
            "\r",
            "\r\n",
            "\r\n",
            "\n\n",
            "\r\n\r\n",
            "x",
            "ä",
            "€",
            "😀",
            " ",
            "  ",
            "\t",
            "\0",
            "other: y",
            "Data: z",
            "\ufeff",
            "hello world",
            "data:a\ndata:b",
            ":\n",
            "retry: 99999999999999999999");

    @Test
    void randomStreams_cutAnywhere_giveTheEventsOfTheReference() {
        for (int seed = 0; seed < 3000; seed++) {
            Random random = new Random(seed);
            byte[] stream = stream(random);
            SseReference expected = SseReference.read(stream);
            check(expected, new CutStream(stream, () -> 1), "seed " + seed + " byte by byte");
            check(expected, new CutStream(stream, () -> 1 + random.nextInt(9)), "seed " + seed + " in pieces");
            check(expected, new ByteArrayInputStream(stream), "seed " + seed + " whole");
        }
    }

    @Test
    void stream_cutOnceAtEachBorder_givesTheSameEvents() {
        byte[] stream =
                "\ufeffid: ü\r\nevent: €\r\ndata: 😀\r\rdata:x\n\ndata\rdata: y\r\n\r\nretry: 12\n: c\n\nid\ndata: z\n\n"
                        .getBytes(StandardCharsets.UTF_8);
        SseReference expected = SseReference.read(stream);
        assertThat(expected.events()).hasSize(4);
        for (int border = 1; border < stream.length; border++) {
            AtomicInteger reads = new AtomicInteger();
            int first = border;
            InputStream cut = new CutStream(stream, () -> reads.getAndIncrement() == 0 ? first : stream.length);
            check(expected, cut, "border " + border);
        }
    }

    @Test
    void malformedUtf8_cutAnywhere_givesTheEventsOfTheReference() {
        for (int seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            byte[] noise = new byte[200];
            random.nextBytes(noise);
            byte[] stream = new byte[noise.length + 16];
            System.arraycopy("data:".getBytes(StandardCharsets.US_ASCII), 0, stream, 0, 5);
            System.arraycopy(noise, 0, stream, 5, noise.length);
            System.arraycopy("\n\ndata:end\n\n".getBytes(StandardCharsets.US_ASCII), 0, stream, 204, 12);
            check(SseReference.read(stream), new CutStream(stream, () -> 1 + random.nextInt(7)), "seed " + seed);
        }
    }

    private static byte[] stream(Random random) {
        StringBuilder text = new StringBuilder();
        random.ints(random.nextInt(60), 0, PIECES.size()).forEach(piece -> text.append(PIECES.get(piece)));
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void check(SseReference expected, InputStream stream, String what) {
        SseReader reader = SseReader.of(stream, LIMITS);
        assertThat(all(reader)).as(what).isEqualTo(expected.events());
        assertThat(reader.lastEventId()).as(what).isEqualTo(expected.lastId());
        assertThat(reader.retry().map(Duration::toMillis).orElse(-1L)).as(what).isEqualTo(expected.retryMillis());
        assertThat(reader.next()).as(what).isNull();
    }

    private static List<SseEvent> all(SseReader reader) {
        List<SseEvent> events = new ArrayList<>();
        for (SseEvent event = reader.next(); event != null; event = reader.next()) {
            events.add(event);
        }
        return events;
    }

    private static List<SseEvent> all(String stream) {
        return all(SseReader.of(new ByteArrayInputStream(stream.getBytes(StandardCharsets.UTF_8)), LIMITS));
    }

    @Test
    void examples_ofTheStandard_areReadAsItSays() {
        assertThat(all("data: YHOO\ndata: +2\ndata: 10\n\n"))
                .containsExactly(new SseEvent("message", "YHOO\n+2\n10", ""));
        assertThat(all(": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n"))
                .containsExactly(
                        new SseEvent("message", "first event", "1"),
                        new SseEvent("message", "second event", ""),
                        new SseEvent("message", " third event", ""));
        assertThat(all("data\n\ndata\ndata\n\ndata:"))
                .containsExactly(new SseEvent("message", "", ""), new SseEvent("message", "\n", ""));
        assertThat(all("data:test\n\ndata: test\n\n"))
                .containsExactly(new SseEvent("message", "test", ""), new SseEvent("message", "test", ""));
    }

    @Test
    void event_withoutABlankLineAtItsEnd_isNone() {
        assertThat(all("data: a\n\nid: 9\ndata: b\n")).containsExactly(new SseEvent("message", "a", ""));
        SseReader reader = SseReader.of(
                new ByteArrayInputStream("id: 1\ndata: a\n\nid: 2\n".getBytes(StandardCharsets.UTF_8)), LIMITS);
        all(reader);
        assertThat(reader.lastEventId()).isEqualTo("1");
    }

    @Test
    void largeEvent_overManyBuffers_comesWhole() {
        String data = "ä€😀x".repeat(200_000);
        assertThat(all("data: " + data + "\n\ndata: small\n\n"))
                .containsExactly(new SseEvent("message", data, ""), new SseEvent("message", "small", ""));
    }

    @Test
    void event_overItsLimit_failsWhileItComes() {
        NetLimits small = LIMITS.stream(1024, NetLimits.UNLIMITED, NetLimits.UNLIMITED);
        for (String endless : List.of("data: x\n", "data: x", ": x", "event: x", "\0")) {
            byte[] piece = endless.getBytes(StandardCharsets.US_ASCII);
            AtomicInteger at = new AtomicInteger();
            InputStream stream = new InputStream() {
                @Override
                public int read() {
                    return piece[at.getAndIncrement() % piece.length];
                }
            };
            NetException failure =
                    Local.failure(() -> SseReader.of(stream, small).next());
            assertThat(failure.failure()).as(endless).isEqualTo(NetFailure.TOO_LARGE);
        }
    }

    @Test
    void event_atItsLimit_isTaken() {
        NetLimits small = LIMITS.stream(1024, NetLimits.UNLIMITED, NetLimits.UNLIMITED);
        String data = "x".repeat(1018);
        SseReader reader = SseReader.of(
                new ByteArrayInputStream(("data: " + data + "\n\n").getBytes(StandardCharsets.US_ASCII)), small);
        assertThat(all(reader)).containsExactly(new SseEvent("message", data, ""));
    }

    @Test
    void stream_withMoreEventsThanItsLimit_fails() {
        SseReader reader = SseReader.of(
                new ByteArrayInputStream("data: 1\n\ndata: 2\n\ndata: 3\n\n".getBytes(StandardCharsets.US_ASCII)),
                LIMITS.stream(1024, NetLimits.UNLIMITED, 2));
        assertThat(reader.next()).isNotNull();
        assertThat(reader.next()).isNotNull();
        assertThat(Local.failure(reader::next).failure()).isEqualTo(NetFailure.TOO_LARGE);
    }

    @Test
    void stream_thatBreaks_fails() {
        SseReader reader = SseReader.of(new BreakingStream("data: 1\n\ndata: 2", true), LIMITS);
        assertThat(reader.next()).isEqualTo(new SseEvent("message", "1", ""));
        NetException failure = Local.failure(reader::next);
        assertThat(failure.failure()).isEqualTo(NetFailure.BROKEN);
        assertThat(failure).hasCauseInstanceOf(IOException.class);
    }

    @Test
    void close_closesTheStream() {
        AtomicBoolean closed = new AtomicBoolean();
        SseReader.of(
                        new ByteArrayInputStream(new byte[0]) {
                            @Override
                            public void close() {
                                closed.set(true);
                            }
                        },
                        LIMITS)
                .close();
        assertThat(closed).isTrue();
    }
}
