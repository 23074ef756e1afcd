package dev.harbor.examples.boot;

import dev.harbor.json.Json;
import dev.harbor.run.Run;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.tool.ToolOutcome;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Lets users call tools and start runs, each as itself. */
@RestController
class ShopController {

    private final HarborRuntime runtime;
    private final Users users;

    ShopController(HarborRuntime runtime, Users users) {
        this.runtime = runtime;
        this.users = users;
    }

    record Wish(String item, int count) {}

    record RunView(String id, String state, String reason) {

        static RunView of(Run run) {
            return new RunView(run.id().runId(), run.state().wireName(), run.reason());
        }
    }

    @PostMapping(path = "/calls/{tool}", produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<String> call(
            @RequestHeader("Authorization") String token, @PathVariable String tool, @RequestBody String arguments) {
        ToolOutcome<Json> outcome = runtime.as(Users.identity(user(token))).call(tool, Json.lazy(arguments));
        return outcome instanceof ToolOutcome.Success<Json> success
                ? ResponseEntity.ok(success.content().visible().toString())
                : ResponseEntity.unprocessableContent()
                        .body(Json.of(String.valueOf(outcome.errorCode())).toString());
    }

    @PostMapping("/runs")
    ResponseEntity<RunView> start(@RequestHeader("Authorization") String token, @RequestBody Wish wish) {
        String run = runtime.as(Users.identity(user(token)))
                .start(RunRequest.goal("buy " + wish.item()).input(BuyingPlanner.wants(wish.item(), wish.count())))
                .runId();
        return ResponseEntity.accepted().body(new RunView(run, "running", ""));
    }

    @GetMapping("/runs/{id}")
    RunView run(@RequestHeader("Authorization") String token, @PathVariable String id) {
        return runtime.as(Users.identity(user(token)))
                .run(id)
                .map(RunView::of)
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    }

    private Users.User user(String token) {
        return users.behind(token).orElseThrow(() -> new ResponseStatusException(HttpStatus.UNAUTHORIZED));
    }
}
