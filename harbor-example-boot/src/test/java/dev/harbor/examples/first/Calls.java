package dev.harbor.examples.first;

import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.ToolOutcome;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

// snippet: boot-controller
@RestController
class Calls {

    private final HarborRuntime runtime;

    Calls(HarborRuntime runtime) {
        this.runtime = runtime;
    }

    @PostMapping(path = "/tools/{tool}", produces = "application/json")
    ResponseEntity<String> call(@PathVariable String tool, @RequestBody String arguments) {
        // Tenant, user and session come from your authentication, never from what the client claims.
        Caller ada = runtime.as(Identity.of("acme", "ada", "session-1"));
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
