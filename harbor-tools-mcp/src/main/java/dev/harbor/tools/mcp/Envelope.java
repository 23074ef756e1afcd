package dev.harbor.tools.mcp;

import dev.harbor.error.HarborException;
import dev.harbor.json.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Is one message of JSON-RPC whose values have not been read yet. Who waits for a message reads it; the thread that all messages come through only looks for
 * where its members begin and end, so that neither a long nor a malformed value holds up the others.
 *
 * @param id the id as it is written, or null
 * @param method the method, or null if it is an answer
 * @param params the parameters, or null
 * @param result the result, or null
 * @param error the error, or null
 */
record Envelope(
        @Nullable Json id,
        @Nullable String method,
        @Nullable Json params,
        @Nullable Json result,
        @Nullable Json error) {

    /** The most messages that a batch may have. */
    static final int MOST_MESSAGES = 1000;

    boolean isRequest() {
        return method != null && id != null;
    }

    boolean isNotification() {
        return method != null && id == null;
    }

    boolean isAnswer() {
        return method == null && id != null && (result != null || error != null);
    }

    /** Returns the parameters, an empty object if there are none. */
    Json paramsOrEmpty() {
        return params == null ? Json.EMPTY_OBJECT : params;
    }

    /** Returns the messages of a text; none if it holds none, be it that it is no JSON or no message. */
    static List<Envelope> read(String text) {
        int start = TextScan.skipSpace(text, 0);
        if (start < text.length() && text.charAt(start) == '[') {
            return batch(text);
        }
        Envelope single = EnvelopeScan.read(text);
        return single == null ? List.of() : List.of(single);
    }

    private static List<Envelope> batch(String text) {
        List<Envelope> messages = new ArrayList<>();
        try {
            for (Json element : Json.parse(text).elements()) {
                Envelope message = EnvelopeScan.read(element.toString());
                if (message == null || messages.size() == MOST_MESSAGES) {
                    return List.of();
                }
                messages.add(message);
            }
        } catch (HarborException e) {
            // It is no message, which is what the caller counts.
            return List.of();
        }
        return List.copyOf(messages);
    }

    /** Returns the number of an answer's request; empty if it is none that was ever given out. Some servers give it back as text. */
    @Nullable
    Long number() {
        String written = id == null ? "" : id.toString();
        String digits = written.startsWith("\"") && written.endsWith("\"") && written.length() > 2
                ? written.substring(1, written.length() - 1)
                : written;
        if (digits.endsWith(".0")) {
            digits = digits.substring(0, digits.length() - 2);
        }
        boolean plain =
                !digits.isEmpty() && digits.length() <= 18 && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        return plain ? Long.valueOf(digits) : null;
    }
}
