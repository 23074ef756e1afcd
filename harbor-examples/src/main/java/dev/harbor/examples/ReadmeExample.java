package dev.harbor.examples;

// snippet: readme
import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolOutcome;
import java.util.List;

public final class ReadmeExample {

    record Query(String city, int days) {}

    record Forecast(List<String> lines) {}

    public static void main(String[] args) {
        Tool<Query, Forecast> forecast = Tool.of("weather.forecast", Query.class, Forecast.class, ReadmeExample::lookUp)
                .description("Daily forecast for a city")
                .effect(SideEffect.READ);
        try (HarborRuntime runtime = HarborRuntime.builder()
                .tools(forecast)
                .artifacts(Artifacts.memory())
                .build()) {
            Caller ada = runtime.as(Identity.of("acme", "ada", "session-1"));

            // From Java: typed both ways.
            Forecast oslo = ada.call(forecast, new Query("Oslo", 2)).orThrow();
            oslo.lines().forEach(System.out::println);

            // From a model: by name, with JSON. What does not fit the schema never reaches the tool.
            Json arguments = Json.parse("{\"city\": \"Oslo\", \"days\": \"two\"}");
            if (ada.call("weather.forecast", arguments) instanceof ToolOutcome.Failure<Json> failure) {
                failure.error().violations().forEach(System.out::println);
            }
        }
    }

    private static Forecast lookUp(Query query) {
        return new Forecast(List.of("rain in " + query.city(), "then sun"));
    }
}
// end
