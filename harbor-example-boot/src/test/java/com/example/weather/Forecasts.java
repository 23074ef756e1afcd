// snippet: tutorial-tool
package com.example.weather;

import dev.harbor.tool.SideEffect;
import dev.harbor.tool.annotation.HarborTool;
import java.util.List;
import org.springframework.stereotype.Component;

@Component
public class Forecasts {

    public record Forecast(String city, List<String> days) {}

    @HarborTool(name = "weather.forecast", description = "Daily forecast for a city", effect = SideEffect.READ)
    public Forecast forecast(String city, int days) {
        return new Forecast(city, List.of("rain", "sun", "snow").subList(0, Math.min(days, 3)));
    }
}
// end
