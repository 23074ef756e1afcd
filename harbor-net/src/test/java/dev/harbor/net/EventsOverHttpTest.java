package dev.harbor.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.json.Json;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Streams of events as transports use them: answers to a POST, resumed by the last id, longer than any body may be. */
final class EventsOverHttpTest {

    private static final String STREAM =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";

    private final GuardedHttp http = Local.client();

    @AfterEach
    void close() {
        http.close();
    }

    private static String chunk(String text) {
        return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
    }

    @Test
    void stream_thatEnds_isResumedByItsLastIdOnTheSameConnection() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(peer -> {
            for (String head = peer.readHead(); head != null; head = peer.readHead()) {
                if (head.startsWith("POST")) {
                    peer.readBytes(2);
                    peer.send(
                            STREAM + chunk("retry: 15\nid: 1\nda") + chunk("ta: a\n\nid: 2\ndata: lost") + "0\r\n\r\n");
                } else {
                    String id = head.replaceAll("(?s).*Last-Event-ID: (\\w+).*", "$1");
                    peer.send(STREAM + chunk("data: after " + id + "\n\n") + "0\r\n\r\n");
                }
            }
        })) {
            Outbound post = Outbound.post(server.uri("/mcp"), Payload.of(Json.EMPTY_OBJECT))
                    .header("Accept", "application/json, text/event-stream")
                    .uncompressed()
                    .build();
            String last;
            try (SseReader events = http.send(post).events()) {
                assertThat(events.next()).isEqualTo(new SseEvent("message", "a", "1"));
                assertThat(events.next()).isNull();
                assertThat(events.retry()).contains(Duration.ofMillis(15));
                last = events.lastEventId();
            }
            Outbound resume = Outbound.get(server.uri("/mcp"))
                    .header("Accept", "text/event-stream")
                    .header("Last-Event-ID", last)
                    .build();
            try (SseReader events = http.send(resume).events()) {
                assertThat(events.next()).isEqualTo(new SseEvent("message", "after 1", ""));
            }
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void stream_isBoundedByItsOwnLimitsNotThoseOfABody() throws Exception {
        NetLimits body = NetLimits.standard().body(10);
        try (ScriptedServer server = ScriptedServer.start(peer -> {
            peer.readHead();
            peer.send(STREAM);
            peer.sendForEver(chunk("data: 0123456789\n\n"), 0);
        })) {
            try (SseReader events = events(server, body)) {
                for (int i = 0; i < 1000; i++) {
                    assertThat(events.next()).isEqualTo(new SseEvent("message", "0123456789", ""));
                }
            }
            try (SseReader events = events(server, body.stream(1024, 5000, NetLimits.UNLIMITED))) {
                NetException failure = Local.failure(() -> {
                    while (events.next() != null) {
                        assertThat(events.lastEventId()).isEmpty();
                    }
                });
                assertThat(failure.failure()).isEqualTo(NetFailure.TOO_LARGE);
                assertThat(failure.delivery()).isEqualTo(Delivery.ANSWERED);
            }
            Local.awaitNoConnection(http);
        }
    }

    @Test
    void stream_thatBreaks_isNoEnd() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(peer -> {
            peer.readHead();
            peer.send(STREAM + chunk("data: a\n\n"));
        })) {
            try (SseReader events = events(server, NetLimits.standard())) {
                assertThat(events.next()).isNotNull();
                assertThat(Local.failure(events::next).failure()).isEqualTo(NetFailure.BROKEN);
            }
        }
    }

    private SseReader events(ScriptedServer server, NetLimits limits) {
        return http.send(Outbound.get(server.uri("/")).limits(limits).build()).events();
    }
}
