package dev.harbor.observability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.event.Redactor;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is said is in spans when somebody asks for it, and secrets never are. */
final class ContentTest {

    @Test
    void content_isShown_withoutSecrets() {
        try (Watched watched = new Watched(
                        builder -> builder.content(Redactor.standard()).identities());
                HarborRuntime runtime = Trip.runtime(watched.telemetry, InMemoryJournal.create())) {
            runtime.as(Trip.ADA).start(RunRequest.goal("a trip")).await(Duration.ofMinutes(1));

            SpanData chat = watched.span("chat");
            Json input = Json.parse(Watched.get(chat, Names.INPUT_MESSAGES));
            assertThat(input.at("/0/role").orElseThrow()).isEqualTo(Json.of("user"));
            assertThat(input.at("/0/parts/0/content").orElseThrow().toString())
                    .contains(Trip.SECRET_CITY)
                    .contains("password=***")
                    .doesNotContain(Trip.PASSWORD);
            assertThat(Watched.get(chat, Names.OUTPUT_MESSAGES)).contains("fly to " + Trip.SECRET_CITY);
            SpanData costs = watched.span("execute_tool flights.search");
            assertThat(Json.parse(Watched.get(costs, Names.ARGUMENTS)))
                    .isEqualTo(Json.of(Map.of("name", Trip.SECRET_CITY)));
            assertThat(Json.parse(Watched.get(costs, Names.RESULT))).isEqualTo(Json.parse("{\"amount\":420}"));
            assertThat(watched.span("execute_tool hotels.search")
                            .getAttributes()
                            .get(Names.RESULT))
                    .isNull();
            assertThat(Watched.get(costs, Names.TENANT)).isEqualTo("acme");
            assertThat(Watched.get(costs, Names.USER)).isEqualTo("ada-lovelace");
            assertThat(Watched.get(costs, Names.CONVERSATION)).isEqualTo("session-4711");
        }
    }

    @Test
    void arguments_thatAreASecret_areTakenOut() {
        try (Watched watched = new Watched(builder ->
                        builder.content(Redactor.builder().names("name").build()));
                HarborRuntime runtime = Trip.runtime(watched.telemetry, InMemoryJournal.create())) {
            runtime.as(Trip.ADA)
                    .call("flights.search", Json.of(Map.of("name", Trip.SECRET_CITY)))
                    .orThrow();

            assertThat(Watched.get(watched.span("execute_tool flights.search"), Names.ARGUMENTS))
                    .isEqualTo("{\"name\":\"***\"}");
        }
    }
}
