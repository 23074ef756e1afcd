package dev.harbor.tools.mcp;

import dev.harbor.error.HarborException;
import dev.harbor.json.Json;
import org.jspecify.annotations.Nullable;

/** Finds the members of a message in its text. Confined to one message. */
final class EnvelopeScan {

    private final String text;
    private final TextScan in;
    private @Nullable Json id;
    private @Nullable String method;
    private @Nullable Json params;
    private @Nullable Json result;
    private @Nullable Json error;

    private EnvelopeScan(String text) {
        this.text = text;
        this.in = new TextScan(text, 0);
    }

    /** Returns the message, or null if the text is no object alone. */
    static @Nullable Envelope read(String text) {
        EnvelopeScan scan = new EnvelopeScan(text);
        if (!scan.object()) {
            return null;
        }
        return new Envelope(scan.id, scan.method, scan.params, scan.result, scan.error);
    }

    private boolean object() {
        if (!in.take('{')) {
            return false;
        }
        if (in.take('}')) {
            return in.isAtEnd();
        }
        do {
            if (!member()) {
                return false;
            }
        } while (in.take(','));
        return in.take('}') && in.isAtEnd();
    }

    private boolean member() {
        int nameStart = in.next();
        if (!in.string()) {
            return false;
        }
        String name = text.substring(nameStart + 1, in.at() - 1);
        if (!in.take(':')) {
            return false;
        }
        int start = in.next();
        if (!in.value()) {
            return false;
        }
        keep(name, start);
        return true;
    }

    /** A member that comes twice is what it was first. */
    private void keep(String name, int start) {
        switch (name) {
            case "id" -> id = id == null && !text.startsWith("null", start) ? value(start) : id;
            case "method" -> method = method == null ? name(start) : method;
            case "params" -> params = params == null ? value(start) : params;
            case "result" -> result = result == null ? value(start) : result;
            case "error" -> error = error == null && !text.startsWith("null", start) ? value(start) : error;
            default -> {
                // Everything else is allowed and means nothing.
            }
        }
    }

    private Json value(int start) {
        return Json.lazy(text.substring(start, in.at()));
    }

    /** A method that is no text is no method anybody has. */
    private String name(int start) {
        try {
            return value(start).asString();
        } catch (HarborException e) {
            return "";
        }
    }
}
