package dev.harbor.inspector;

import dev.harbor.json.Json;
import dev.harbor.pause.ControlKind;
import dev.harbor.pause.Resolution;
import dev.harbor.runtime.RunOperator;
import java.io.IOException;
import java.util.Map;

/** Does what somebody wants who may: decides what waits, and steers runs. Confined to one request. */
final class Actions {

    private static final Map<String, ControlKind> CONTROLS = Map.of(
            "pause", ControlKind.PAUSE,
            "resume", ControlKind.RESUME,
            "cancel", ControlKind.CANCEL);

    private final Look look;
    private final RunOperator operator;

    Actions(Look look) {
        this.look = look;
        this.operator = look.inspector().runtime().operator();
    }

    InspectorResponse steer(String runId, String verb) throws IOException {
        ControlKind kind = CONTROLS.get(verb);
        if (kind == null) {
            throw Refusal.notFound();
        }
        require(look.access().steers(), "You may look at runs, and not steer them.");
        String root = Runs.require(look, runId).id().runId();
        String reason = form().text("reason");
        Json payload = reason.isEmpty() ? Json.EMPTY_OBJECT : Json.of(Map.of("reason", reason));
        checked(() -> operator.steer(root, kind, payload, look.access().actor()));
        return backTo(root);
    }

    InspectorResponse decide(String runId, String pauseId, String verb) throws IOException {
        boolean isApproval = verb.equals("approve");
        if (!isApproval && !verb.equals("reject")) {
            throw Refusal.notFound();
        }
        require(look.access().decides(), "You may look at what waits, and not decide about it.");
        String root = Runs.require(look, runId).id().runId();
        if (operator.pauses(root).stream().noneMatch(pause -> pause.id().equals(pauseId))) {
            throw new Refusal(404, "Nothing of that name waits any more.");
        }
        String note = form().text("note");
        String actor = look.access().actor();
        checked(() -> operator.resolvePause(
                pauseId, (isApproval ? Resolution.approve(actor) : Resolution.reject(actor)).note(note)));
        return backTo(root);
    }

    private Fields form() throws IOException {
        return Fields.body(look.request(), look.limits().bodyBytes());
    }

    private static void require(boolean isAllowed, String otherwise) {
        if (!isAllowed) {
            throw new Refusal(403, otherwise);
        }
    }

    /** What a person has written can be too long, and is then refused by the type that keeps it. */
    private static void checked(Runnable action) {
        try {
            action.run();
        } catch (IllegalArgumentException e) {
            throw new Refusal(400, String.valueOf(e.getMessage()));
        }
    }

    private InspectorResponse backTo(String runId) {
        return InspectorResponse.redirect(303, Markup.path(look.mount(), "runs", runId));
    }
}
