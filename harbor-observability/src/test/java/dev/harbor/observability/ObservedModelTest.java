package dev.harbor.observability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.event.Redactor;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmClient;
import dev.harbor.llm.LlmReply;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.Message;
import dev.harbor.llm.Role;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ObservedModelTest {

    private static final LlmRequest QUESTION = LlmRequest.of(List.of(Message.of(Role.USER, "where?")));

    private static LlmReply ask(Watched watched, LlmClient client) {
        return watched.telemetry.model(client, "openai").complete(QUESTION, LlmCall.of(Trip.ADA));
    }

    private static final Redactor BROKEN = Redactor.builder()
            .rule(text -> {
                throw new IllegalStateException("can't read '" + text + "'");
            })
            .build();

    @Test
    void redactor_thatThrows_takesWhatWasSaidOut_andTheRequestGoesOn() {
        try (Watched watched = new Watched(builder -> builder.content(BROKEN))) {
            assertThat(ask(watched, (request, call) -> LlmReply.of("there")).text())
                    .isEqualTo("there");

            SpanData chat = watched.span("chat");
            assertThat(chat.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
            assertThat(Watched.get(chat, Names.INPUT_MESSAGES))
                    .isEqualTo("withheld, since the redactor threw dev.harbor.event.RedactionException");
            assertThat(Watched.get(chat, Names.OUTPUT_MESSAGES)).startsWith("withheld");
            assertThat(chat.toString()).doesNotContain("where?").doesNotContain("there");
        }
    }

    @Test
    void identities_areShown_whenTheyAreWanted_andOnlyThen() {
        try (Watched watched = new Watched(HarborTelemetry.Builder::identities)) {
            ask(watched, (request, call) -> LlmReply.of("there"));
            SpanData chat = watched.span("chat");
            assertThat(Watched.get(chat, Names.TENANT)).isEqualTo("acme");
            assertThat(Watched.get(chat, Names.USER)).isEqualTo("ada-lovelace");
            assertThat(Watched.get(chat, Names.CONVERSATION)).isEqualTo("session-4711");
        }
        try (Watched watched = new Watched()) {
            ask(watched, (request, call) -> LlmReply.of("there"));
            assertThat(watched.span("chat").getAttributes().asMap())
                    .isNotEmpty()
                    .doesNotContainKeys(Names.TENANT, Names.USER, Names.CONVERSATION);
        }
    }

    @Test
    void registry_thatThrows_failsNoRequest_andHidesNoFailure() {
        try (Watched watched = new Watched()) {
            watched.meters.config().meterFilter(new MeterFilter() {
                @Override
                public Meter.Id map(Meter.Id id) {
                    throw new IllegalStateException("no room for " + id.getName());
                }
            });
            assertThat(ask(watched, (request, call) -> LlmReply.of("there")).text())
                    .isEqualTo("there");
            assertThatThrownBy(() -> ask(watched, (request, call) -> {
                        throw new IllegalStateException("no line");
                    }))
                    .hasMessage("no line");
        }
    }

    @Test
    void failure_isThatOfTheModel_inSpanAndMeter() {
        try (Watched watched = new Watched()) {
            assertThatThrownBy(() -> ask(watched, (request, call) -> {
                        throw new IllegalStateException("no line");
                    }))
                    .hasMessage("no line");
            assertThat(Watched.get(watched.span("chat"), Names.ERROR)).isEqualTo("java.lang.IllegalStateException");
            assertThat(watched.span("chat").getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
            assertThat(watched.meters
                            .get("gen_ai.client.operation.duration")
                            .tag("error.type", "java.lang.IllegalStateException")
                            .timer()
                            .count())
                    .isEqualTo(1);
        }
    }
}
