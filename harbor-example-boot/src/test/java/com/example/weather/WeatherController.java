// snippet: tutorial-controller
package com.example.weather;

import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.tool.ToolOutcome;
import java.time.Duration;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class WeatherController {

    private final Caller ada;

    public WeatherController(HarborRuntime runtime) {
        // In a real service tenant, user and session come from the authentication of each request.
        ada = runtime.as(Identity.of("acme", "ada", "session-1"));
    }

    @PostMapping(path = "/runs", produces = "application/json")
    public String run(@RequestBody String input) {
        RunResult end = ada.start(
                        RunRequest.goal("Tell what the weather will be").input(Json.parse(input)))
                .await(Duration.ofMinutes(1));
        return end.result().toString();
    }

    @PostMapping(path = "/tools/{tool}", produces = "application/json")
    public ResponseEntity<String> call(@PathVariable String tool, @RequestBody String arguments) {
        ToolOutcome<Json> outcome = ada.call(tool, Json.lazy(arguments));
        if (outcome instanceof ToolOutcome.Success<Json> success) {
            return ResponseEntity.ok(success.content().visible().toString());
        }
        if (outcome instanceof ToolOutcome.Failure<Json> failure) {
            return ResponseEntity.badRequest()
                    .body(Json.of(failure.error().violations().toString()).toString());
        }
        return ResponseEntity.status(409).body(Json.of("not done").toString());
    }
}
// end
