package dev.harbor.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.adapter.langchain4j.LangChain4jTools;
import dev.harbor.adapter.springai.SpringAiTools;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolOutcome;
import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.annotation.ToolParam;
import org.springframework.ai.tool.function.FunctionToolCallback;

/** The code that the page on tools of other frameworks quotes. */
final class UseExistingToolsTest {

    // snippet: langchain4j-object
    public static final class Accounts {

        @dev.langchain4j.agent.tool.Tool("Says what is on an account")
        public long balance(@P("the number of the account") String account) {
            return 70;
        }

        @dev.langchain4j.agent.tool.Tool("Sends money from an account")
        public String transfer(
                String account, @P(value = "in cents", required = false, defaultValue = "100") int amount) {
            return "sent " + amount;
        }
    }
    // end

    // snippet: spring-ai-object
    public static final class Clocks {

        @org.springframework.ai.tool.annotation.Tool(description = "Tells the time of a city")
        public String time(@ToolParam(description = "its name in English") String city) {
            return "noon in " + city;
        }
    }
    // end

    /** Is what a function takes. */
    public record Year(int number) {}

    @Test
    void tools_ofBothFrameworks_areHarbors() {
        // snippet: adapt-langchain4j
        List<Tool<?, ?>> accounts = LangChain4jTools.of(new Accounts()).stream()
                .<Tool<?, ?>>map(tool -> tool.id().name().equals("transfer")
                        ? tool.effect(SideEffect.EXTERNAL)
                        : tool.effect(SideEffect.READ))
                .toList();
        // end
        // snippet: adapt-spring-ai
        List<Tool<?, ?>> clocks = SpringAiTools.ofMethods(new Clocks(), SideEffect.READ);
        // end
        // snippet: adapt-run
        try (HarborRuntime runtime = HarborRuntime.builder()
                .tools(accounts)
                .tools(clocks)
                .artifacts(Artifacts.memory())
                .build()) {
            Caller ada = runtime.as(Identity.of("acme", "ada", "session-1"));
            Json time = ada.call("time", Json.parse("{\"city\": \"Oslo\"}")).orThrow();
            ToolOutcome<Json> refused = ada.call("transfer", Json.parse("{\"account\": \"7\", \"amount\": 5.7}"));
            // end
            assertThat(time).isEqualTo(Json.of("noon in Oslo"));
            assertThat(refused).isInstanceOf(ToolOutcome.Failure.class);
            assertThat(((ToolOutcome.Failure<Json>) refused)
                            .error()
                            .violations()
                            .toString())
                    .isEqualTo("[/amount must be integer, was a number with a fraction]");
            assertThat(ada.call("transfer", Json.parse("{\"account\": \"7\"}")).orThrow())
                    .isEqualTo(Json.of("sent 100"));
            assertThat(ada.call("balance", Json.parse("{\"account\": \"7\"}")).orThrow())
                    .isEqualTo(Json.of(70));
            assertThat(ada.tools()).extracting(ToolDefinition::effect).contains(SideEffect.EXTERNAL, SideEffect.READ);
        }
    }

    @Test
    void callbacks_areHeldToTheirSchemas() {
        ToolSpecification specification = ToolSpecification.builder()
                .name("shout")
                .description("Says it louder")
                .parameters(JsonObjectSchema.builder()
                        .addStringProperty("text")
                        .required("text")
                        .build())
                .build();
        ToolCallback callback = FunctionToolCallback.builder("next", (Year year) -> year.number() + 1)
                .description("Takes the next year")
                .inputType(Year.class)
                .build();
        // snippet: adapt-opaque
        Tool<Json, Json> shout = LangChain4jTools.of(
                specification, (request, memory) -> request.arguments().toUpperCase());
        List<Tool<?, ?>> next = SpringAiTools.of(callback);
        // end
        try (HarborRuntime runtime = HarborRuntime.builder()
                .tools(shout)
                .tools(next)
                .artifacts(Artifacts.memory())
                .build()) {
            Caller ada = runtime.as(Identity.of("acme", "ada", "session-1"));
            assertThat(ada.call("shout", Json.parse("{\"text\": \"hey\"}")).orThrow())
                    .isEqualTo(Json.parse("{\"TEXT\": \"HEY\"}"));
            assertThat(ada.call("shout", Json.parse("{}"))).isInstanceOf(ToolOutcome.Failure.class);
            assertThat(ada.call("next", Json.parse("{\"number\": 2026}")).orThrow())
                    .isEqualTo(Json.of(2027));
        }
    }
}
