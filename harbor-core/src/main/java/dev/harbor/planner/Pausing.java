package dev.harbor.planner;

import dev.harbor.json.Json;
import dev.harbor.pause.PauseReason;
import dev.harbor.plan.Decision;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Reads that the model wants the run to wait. */
final class Pausing {

    private Pausing() {}

    static Decision read(Json object) throws NoAction {
        String name = Shape.text(object, "reason").orElse(PauseReason.AWAIT_INPUT.wireName());
        PauseReason reason = Arrays.stream(PauseReason.values())
                .filter(each -> each.wireName().equals(name.strip().toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> NoAction.because("\"reason\" of a pause must be one of "
                        + Arrays.stream(PauseReason.values())
                                .map(PauseReason::wireName)
                                .toList()));
        String message = Shape.firstText(object, List.of("message", "question"))
                .orElseThrow(() -> NoAction.because("a \"pause\" needs a \"message\" that says what is asked"));
        if (message.length() > ActionSchema.MAX_TEXT_LENGTH) {
            throw NoAction.because("\"message\" may have " + ActionSchema.MAX_TEXT_LENGTH + " characters at most");
        }
        return new Decision.RequestPause(
                reason, message, Shape.first(object, List.of("payload")).orElse(Json.EMPTY_OBJECT));
    }
}
