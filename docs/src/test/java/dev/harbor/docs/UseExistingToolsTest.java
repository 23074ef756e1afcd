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
import java.util.List;
import org.junit.jupiter.api.Test;

/** The code that the page on tools of other frameworks quotes. */
final class UseExistingToolsTest {

    /** Written for LangChain4j. */
    public static final class Calculator {

        /** Adds. */
        @dev.langchain4j.agent.tool.Tool("Adds two numbers")
        public int add(int a, int b) {
            return a + b;
        }
    }

    /** Written for Spring AI. */
    public static final class Clock {

        /** Tells the time. */
        @org.springframework.ai.tool.annotation.Tool(description = "Tells the time of a city")
        public String time(String city) {
            return "noon in " + city;
        }
    }

    @Test
    void tools_ofBothFrameworks_areHarbors() {
        // snippet: adapt-langchain4j
        List<Tool<?, ?>> calculator = LangChain4jTools.of(new Calculator()).stream()
                .<Tool<?, ?>>map(tool -> tool.effect(SideEffect.PURE))
                .toList();
        // end
        // snippet: adapt-spring-ai
        List<Tool<?, ?>> clock = SpringAiTools.ofMethods(new Clock()).stream()
                .<Tool<?, ?>>map(tool -> tool.effect(SideEffect.READ))
                .toList();
        // end
        try (HarborRuntime runtime = HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .tools(calculator)
                .tools(clock)
                .build()) {
            Caller ada = runtime.as(Identity.of("acme", "ada", "session-1"));
            assertThat(ada.call("add", Json.parse("{\"a\": 1, \"b\": 2}")).orThrow()).isEqualTo(Json.of(3));
            assertThat(ada.call("time", Json.parse("{\"city\": \"Oslo\"}")).orThrow())
                    .isEqualTo(Json.of("noon in Oslo"));
        }
    }
}
