package dev.harbor.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.harbor.json.Json;
import dev.harbor.json.MalformedJsonException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class IncomingEventTest {

    private static final Instant WHEN = Instant.parse("2026-02-03T04:05:06.007Z");
    private static final String HASH = "b".repeat(64);

    private final IncomingEvent event = IncomingEvent.of("test", "event-1", "Fix the build", WHEN)
            .payload(Json.parse("{\"a\":1,\"b\":[2]}"))
            .context("team", "core")
            .context("env", "staging");

    @Test
    void ids_ofGoldenVectors_match() {
        assertThat(IncomingEvent.runId("test", "event-1", HASH)).isEqualTo("c78e7d84357736eae7b6799edae157d3");
        assertThat(IncomingEvent.eventId("test", "event-1", HASH)).isEqualTo("f78e0f1e4c9e02f9983d959f9d5d01c4");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "b", "BBBB", "sha256"})
    void ids_ofWhatIsNoHash_areRefused(String hash) {
        assertThatIllegalArgumentException().isThrownBy(() -> IncomingEvent.runId("test", "event-1", hash));
        assertThatIllegalArgumentException().isThrownBy(() -> IncomingEvent.eventId("test", "event-1", hash));
        assertThatIllegalArgumentException().isThrownBy(() -> IncomingEvent.runId("test", "event-1", "B".repeat(64)));
    }

    @Test
    void ids_areThoseOfItsOwnHash() {
        assertThat(event.runId()).isEqualTo(IncomingEvent.runId("test", "event-1", event.eventHash()));
        assertThat(event.eventId()).isEqualTo(IncomingEvent.eventId("test", "event-1", event.eventHash()));
        assertThat(event.runId()).matches("[0-9a-f]{32}").isNotEqualTo(event.eventId());
    }

    @Test
    void hash_ofAKnownEvent_neverChanges() {
        assertThat(event.eventHash())
                .isEqualTo(Sha256.of("{\"context\":{\"env\":\"staging\",\"team\":\"core\"},\"externalId\":\"event-1\","
                        + "\"goal\":\"Fix the build\",\"occurredAt\":\"2026-02-03T04:05:06.007Z\","
                        + "\"payload\":{\"a\":1,\"b\":[2]},\"source\":\"test\",\"version\":\"v1\"}"));
    }

    @Test
    void hash_ofEqualEvents_isEqual() {
        IncomingEvent same = new IncomingEvent(
                " v1",
                "test\n",
                "\tevent-1",
                WHEN,
                " Fix the build ",
                Json.lazy("{ \"b\" : [2.0], \"a\" : 1e0 }"),
                Map.of("env", "staging", "team", "core"));

        assertThat(same).isEqualTo(event);
        assertThat(same.eventHash()).isEqualTo(event.eventHash());
        assertThat(event.payload(Json.NULL).eventHash())
                .isEqualTo(event.payload(Json.EMPTY_OBJECT).eventHash());
    }

    @Test
    void hash_ofEveryOtherEvent_isAnother() {
        List<IncomingEvent> others = List.of(
                event,
                new IncomingEvent("v2", "test", "event-1", WHEN, event.goal(), event.payload(), event.context()),
                IncomingEvent.of("test2", "event-1", event.goal(), WHEN),
                IncomingEvent.of("test", "event-2", event.goal(), WHEN),
                IncomingEvent.of("test", "event-1", "Fix the build.", WHEN),
                IncomingEvent.of("test", "event-1", event.goal(), WHEN.plusNanos(1)),
                event.payload(Json.parse("{\"a\":1,\"b\":[3]}")),
                event.context("env", "production"),
                event.context("more", ""));

        assertThat(others.stream().map(IncomingEvent::eventHash)).doesNotHaveDuplicates();
        assertThat(others.stream().map(IncomingEvent::runId)).doesNotHaveDuplicates();
    }

    @Test
    void texts_areBounded() {
        assertThat(event("v".repeat(64), "s".repeat(256), "x".repeat(256), "é".repeat(32 << 10))
                        .goal())
                .hasSize(32 << 10);
        refused(() -> event("v".repeat(65), "s", "x", "g"), "version");
        refused(() -> event("v1", "s".repeat(257), "x", "g"), "source");
        refused(() -> event("v1", "s", "x".repeat(257), "g"), "externalId");
        refused(() -> event("v1", "s", "x", "é".repeat(32 << 10) + "g"), "goal");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a\0b", "a\ud800"})
    void text_blankOrNotWellFormed_isRefused(String text) {
        refused(() -> event(text, "s", "x", "g"), "version");
        refused(() -> event("v1", text, "x", "g"), "source");
        refused(() -> event("v1", "s", text, "g"), "externalId");
        refused(() -> event("v1", "s", "x", text), "goal");
        refused(() -> event.context(text, "value"), "context");
    }

    @Test
    void context_isBounded() {
        Map<String, String> most = IntStream.range(0, 64)
                .boxed()
                .collect(Collectors.toMap(i -> "n".repeat(253) + (100 + i), i -> "v".repeat(4096)));
        Map<String, String> more = new HashMap<>(most);
        more.put("one", "more");

        assertThat(context(most).context()).isEqualTo(most);
        refused(() -> context(more), "64");
        refused(() -> context(Map.of("n".repeat(257), "v")), "256");
        refused(() -> context(Map.of("name", "v".repeat(4097))), "4096");
        refused(() -> context(Map.of("name", "a\0b")), "context");
        refused(() -> context(Map.of("name", "a", " name", "b")), "'name' twice");
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> event.context().clear());
    }

    @Test
    void context_changedLater_stays() {
        Map<String, String> given = new HashMap<>(Map.of("a", "1"));
        IncomingEvent made = context(given);
        given.clear();

        assertThat(made.context()).containsEntry("a", "1");
    }

    @Test
    void payload_isBoundedInBytesDepthAndValues() {
        String deepest = "[".repeat(16) + "1" + "]".repeat(16);
        Json largest = Json.string("x".repeat(IncomingEvent.MAX_PAYLOAD_BYTES - 2));
        Json longest = Json.of(IntStream.range(1, 8192).boxed().toList());

        assertThat(event.payload(Json.parse(deepest)).payload()).isEqualTo(Json.parse(deepest));
        assertThat(event.payload(largest).payload()).isEqualTo(largest);
        assertThat(event.payload(longest).payload()).isEqualTo(longest);
        assertThat(event.payload(Json.lazy(" ".repeat(2 << 20) + "1")).payload())
                .isEqualTo(Json.of(1));
        refused(() -> event.payload(Json.parse("[" + deepest + "]")), "levels");
        refused(() -> event.payload(Json.string("x".repeat(IncomingEvent.MAX_PAYLOAD_BYTES - 1))), "bytes");
        refused(() -> event.payload(Json.of(IntStream.range(0, 8192).boxed().toList())), "values");
        assertThatExceptionOfType(MalformedJsonException.class).isThrownBy(() -> event.payload(Json.lazy("{")));
    }

    private static IncomingEvent event(String version, String source, String externalId, String goal) {
        return new IncomingEvent(version, source, externalId, WHEN, goal, Json.NULL, Map.of());
    }

    private static IncomingEvent context(Map<String, String> context) {
        return new IncomingEvent("v1", "s", "x", WHEN, "g", Json.NULL, context);
    }

    private static void refused(Runnable attempt, String named) {
        assertThatIllegalArgumentException().isThrownBy(attempt::run).withMessageContaining(named);
    }
}
