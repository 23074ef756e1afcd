package dev.harbor.examples.boot;

import dev.harbor.journal.HeadQuery;
import dev.harbor.pause.Pause;
import dev.harbor.pause.Resolution;
import dev.harbor.runtime.HarborRuntime;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Lets an approver see what its tenant's agents want, and decide. What another tenant's want is not there for it. */
@RestController
class ApprovalController {

    private final HarborRuntime runtime;
    private final Users users;

    ApprovalController(HarborRuntime runtime, Users users) {
        this.runtime = runtime;
        this.users = users;
    }

    record Question(String id, String tool, String message) {

        static Question of(Pause pause) {
            return new Question(pause.id(), Objects.requireNonNull(pause.call()).tool(), pause.message());
        }
    }

    @GetMapping("/approvals")
    List<Question> open(@RequestHeader("Authorization") String token) {
        return questions(approver(token)).map(Question::of).toList();
    }

    @PostMapping("/approvals/{id}/approve")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void approve(@RequestHeader("Authorization") String token, @PathVariable String id) {
        Users.User approver = approver(token);
        decide(approver, id, Resolution.approve(approver.name()));
    }

    @PostMapping("/approvals/{id}/reject")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void reject(@RequestHeader("Authorization") String token, @PathVariable String id) {
        Users.User approver = approver(token);
        decide(approver, id, Resolution.reject(approver.name()));
    }

    private void decide(Users.User approver, String id, Resolution resolution) {
        if (questions(approver).noneMatch(pause -> pause.id().equals(id))) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND);
        }
        runtime.operator().resolvePause(id, resolution);
    }

    private Stream<Pause> questions(Users.User approver) {
        return runtime.operator().pauses(HeadQuery.tenant(approver.tenant()).limit(100)).stream()
                .filter(pause -> pause.call() != null);
    }

    private Users.User approver(String token) {
        Users.User user = users.behind(token).orElseThrow(() -> new ResponseStatusException(HttpStatus.UNAUTHORIZED));
        if (!user.approver()) {
            throw new ResponseStatusException(HttpStatus.FORBIDDEN);
        }
        return user;
    }
}
