package dev.harbor.inspector;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Is what a browser sends in a query or a form. Immutable. */
final class Fields {

    private static final String FORM = "application/x-www-form-urlencoded";

    private final Map<String, String> values;

    private Fields(Map<String, String> values) {
        this.values = values;
    }

    static Fields parse(String encoded) {
        Map<String, String> values = new HashMap<>();
        for (String each : encoded.split("&", -1)) {
            int equals = each.indexOf('=');
            if (equals > 0) {
                values.put(decoded(each.substring(0, equals)), decoded(each.substring(equals + 1)));
            }
        }
        return new Fields(Map.copyOf(values));
    }

    /**
     * Reads a form.
     *
     * @throws Refusal if it is no form or too large
     */
    static Fields body(InspectorRequest request, int most) throws IOException {
        String type = request.header("Content-Type");
        if (type == null || !type.toLowerCase(Locale.ROOT).startsWith(FORM)) {
            throw new Refusal(415, "What is sent here is a form.");
        }
        byte[] bytes = request.body().readNBytes(most + 1);
        if (bytes.length > most) {
            throw new Refusal(413, "A form has at most " + most + " bytes.");
        }
        return parse(new String(bytes, StandardCharsets.UTF_8));
    }

    /** Returns the steps of a path that begins with a slash, decoded. */
    static List<String> steps(String path) {
        List<String> steps = new ArrayList<>();
        for (String step : path.substring(1).split("/", -1)) {
            // A plus is a plus in a path, and a space only in a form.
            steps.add(decoded(step.replace("+", "%2B")));
        }
        return steps;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new Refusal(400, "The address is not well-formed.");
        }
    }

    /** Returns a field without white space around it; empty when it is not there. */
    String text(String name) {
        return values.getOrDefault(name, "").strip();
    }
}
