// snippet: tutorial-planner
package com.example.weather;

import dev.harbor.plan.Decision;
import dev.harbor.plan.PlanContext;
import dev.harbor.plan.Planner;
import org.springframework.stereotype.Component;

@Component
public class ForecastPlanner implements Planner {

    @Override
    public Decision next(PlanContext context) {
        return context.trajectory()
                .lastObservation()
                .map(seen -> Decision.finish(seen.content()))
                .orElseGet(() -> Decision.call("weather.forecast", context.input()));
    }
}
// end
