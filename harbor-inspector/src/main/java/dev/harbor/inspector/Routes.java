package dev.harbor.inspector;

import dev.harbor.error.HarborException;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** Leads requests to pages, streams and actions. Thread-safe. */
final class Routes implements AutoCloseable {

    private static final Set<String> READING = Set.of("GET", "HEAD");

    private final Inspector.Parts parts;
    private final Streams streams;

    Routes(Inspector.Parts parts) {
        this.parts = parts;
        this.streams = new Streams(parts);
    }

    InspectorResponse answer(InspectorRequest request, InspectorAccess access) throws IOException {
        if (request.path().isEmpty()) {
            return InspectorResponse.redirect(308, request.mount() + "/");
        }
        Look look = new Look(
                parts,
                access,
                request,
                Fields.parse(request.query()),
                parts.clock().instant());
        List<String> steps = Fields.steps(request.path());
        try {
            return request.method().equals("POST") ? act(look, steps) : show(look, steps);
        } catch (HarborException e) {
            throw Problem.of(e);
        }
    }

    private InspectorResponse show(Look look, List<String> steps) {
        if (!READING.contains(look.request().method())) {
            throw new Refusal(405, "This is read with GET, and changed with POST.");
        }
        boolean isOfARun = steps.size() > 1 && steps.get(0).equals("runs");
        return switch (steps.size()) {
            case 1 -> page(look, steps.get(0));
            case 2 -> isOfARun ? new RunView(look).page(steps.get(1)) : missing();
            case 3 -> isOfARun && steps.get(2).equals("events") ? streams.ofRun(look, steps.get(1)) : missing();
            default -> missing();
        };
    }

    private InspectorResponse page(Look look, String name) {
        return switch (name) {
            case "" -> new RunsView(look).page();
            case "waiting" -> new WaitingView(look).page();
            case "tools" -> new ToolsView(look).page();
            case "events" -> streams.ofAll(look);
            case Assets.STYLE -> Assets.style();
            case Assets.SCRIPT -> Assets.script();
            default -> missing();
        };
    }

    private static InspectorResponse missing() {
        throw Refusal.notFound();
    }

    private InspectorResponse act(Look look, List<String> steps) throws IOException {
        if (!OwnOrigin.sent(look.request())) {
            throw new Refusal(403, "This was not sent from a page of the inspector.");
        }
        boolean isOfARun = steps.size() > 2 && steps.get(0).equals("runs");
        Actions actions = new Actions(look);
        if (isOfARun && steps.size() == 3) {
            return actions.steer(steps.get(1), steps.get(2));
        }
        if (isOfARun && steps.size() == 5 && steps.get(2).equals("pauses")) {
            return actions.decide(steps.get(1), steps.get(3), steps.get(4));
        }
        throw Refusal.notFound();
    }

    @Override
    public void close() {
        streams.close();
    }
}
