package dev.harbor.planner;

import dev.harbor.json.InvalidJsonException;
import dev.harbor.json.Json;
import dev.harbor.plan.JoinPolicy;
import java.util.Locale;
import java.util.Optional;

/** Reads when parallel calls are done. */
final class Joining {

    private Joining() {}

    static JoinPolicy of(Json object, int calls) throws NoAction {
        Optional<Json> join = object.get("join").filter(json -> !json.isNull());
        String name = Shape.text(object, "join").orElse("").strip().toLowerCase(Locale.ROOT);
        if (calls == 1 || join.isEmpty() || name.equals("all")) {
            return JoinPolicy.ALL;
        }
        if (name.equals("first_success")) {
            return JoinPolicy.FIRST_SUCCESS;
        }
        int wanted = count(join.get());
        if (wanted < 1 || wanted > calls) {
            throw NoAction.because(
                    "\"join\" must be \"all\", \"first_success\" or a number of successes from 1 to " + calls);
        }
        return JoinPolicy.atLeast(wanted);
    }

    private static int count(Json join) {
        try {
            return join.kind() == Json.Kind.NUMBER ? join.asInt() : -1;
        } catch (InvalidJsonException e) {
            return -1;
        }
    }
}
