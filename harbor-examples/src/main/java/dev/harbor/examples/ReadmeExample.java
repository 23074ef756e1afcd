package dev.harbor.examples;

// snippet: readme
import static dev.harbor.tool.SideEffect.READ;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.Tool;
import java.util.List;

public final class ReadmeExample {

    record Query(String city, int days) {}

    record Forecast(List<String> lines) {}

    public static void main(String[] args) {
        Tool<Query, Forecast> forecast = Tool.of("weather.forecast", Query.class, Forecast.class, ReadmeExample::lookUp)
                .description("Daily forecast for a city")
                .effect(READ);

        try (HarborRuntime runtime = HarborRuntime.builder()
                .tools(forecast)
                .artifacts(Artifacts.memory())
                .build()) {
            Caller ada = runtime.as(Identity.of("acme", "ada", "session-1"));

            // From Java: typed both ways.
            Forecast oslo = ada.call(forecast, new Query("Oslo", 2)).orThrow();
            oslo.lines().forEach(System.out::println);

            // From a model: by name, with JSON. What does not fit the schema never reaches the tool.
            Json wrong = Json.parse("{\"city\": \"Oslo\", \"days\": \"two\"}");
            System.out.println(ada.call("weather.forecast", wrong).errorCode());
        }
    }

    private static Forecast lookUp(Query query) {
        return new Forecast(
                List.of(query.city() + " today: rain, 7 degrees", query.city() + " tomorrow: sun, 9 degrees"));
    }
}
// end
