package dev.harbor.tools.a2a;

import dev.harbor.json.Json;
import dev.harbor.pause.Resolution;
import java.util.ArrayList;
import java.util.List;

/** Makes a message of what a person answered: a text, an object with a text and data, or data alone. */
final class Answers {

    private static final String NOTHING = "Go on.";

    private Answers() {}

    static List<Part> parts(Resolution resolution) {
        Json payload = resolution.payload();
        List<Part> parts = new ArrayList<>();
        switch (payload.kind()) {
            case NULL -> parts.add(Part.text(resolution.note().isBlank() ? NOTHING : resolution.note()));
            case STRING -> parts.add(Part.text(payload.asString()));
            case OBJECT -> object(Fields.of(payload), payload, parts);
            default -> parts.add(Part.text(payload.toString()));
        }
        return parts;
    }

    private static void object(Fields fields, Json payload, List<Part> parts) {
        String text = fields.text("message", "text", "answer");
        Json data = fields.any("data");
        // An agent that reads text alone gets it in words as well.
        parts.add(Part.text(text == null ? payload.compact().toString() : text));
        if (data != null) {
            parts.add(Part.data(data));
        } else if (text == null) {
            parts.add(Part.data(payload));
        }
    }
}
