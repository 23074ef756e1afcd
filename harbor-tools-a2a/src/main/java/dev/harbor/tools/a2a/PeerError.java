package dev.harbor.tools.a2a;

import dev.harbor.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Is an error that a peer answered with. What it says in words is the peer's: bounded and cleaned. */
final class PeerError extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final Map<Integer, Reason> BY_CODE = Map.ofEntries(
            Map.entry(-32700, Reason.PARSE_ERROR),
            Map.entry(-32600, Reason.INVALID_REQUEST),
            Map.entry(-32601, Reason.METHOD_NOT_FOUND),
            Map.entry(-32602, Reason.INVALID_PARAMS),
            Map.entry(-32603, Reason.INTERNAL),
            Map.entry(-32001, Reason.TASK_NOT_FOUND),
            Map.entry(-32002, Reason.TASK_NOT_CANCELABLE),
            Map.entry(-32003, Reason.PUSH_NOTIFICATION_NOT_SUPPORTED),
            Map.entry(-32004, Reason.UNSUPPORTED_OPERATION),
            Map.entry(-32005, Reason.CONTENT_TYPE_NOT_SUPPORTED),
            Map.entry(-32006, Reason.INVALID_AGENT_RESPONSE),
            Map.entry(-32007, Reason.EXTENDED_AGENT_CARD_NOT_CONFIGURED),
            Map.entry(-32008, Reason.EXTENSION_SUPPORT_REQUIRED),
            Map.entry(-32009, Reason.VERSION_NOT_SUPPORTED));

    private static final String INFO = "google.rpc.ErrorInfo";

    private final Reason reason;
    private final int status;
    private final String words;
    private final transient @Nullable Duration retryAfter;

    /** Says what kind of error it is, by the names of the protocol. */
    enum Reason {
        PARSE_ERROR,
        INVALID_REQUEST,
        METHOD_NOT_FOUND,
        INVALID_PARAMS,
        INTERNAL,
        TASK_NOT_FOUND,
        TASK_NOT_CANCELABLE,
        PUSH_NOTIFICATION_NOT_SUPPORTED,
        UNSUPPORTED_OPERATION,
        CONTENT_TYPE_NOT_SUPPORTED,
        INVALID_AGENT_RESPONSE,
        EXTENDED_AGENT_CARD_NOT_CONFIGURED,
        EXTENSION_SUPPORT_REQUIRED,
        VERSION_NOT_SUPPORTED,
        /** A status of HTTP, with nothing that says more. */
        HTTP,
        OTHER
    }

    private PeerError(Reason reason, int status, String words, @Nullable Duration retryAfter, String message) {
        super(message);
        this.reason = reason;
        this.status = status;
        this.words = words;
        this.retryAfter = retryAfter;
    }

    /**
     * Reads the error of an envelope.
     *
     * @param error its object, in any of the forms that the bindings have
     * @param status the status of HTTP that it came with
     */
    static PeerError of(Json error, int status, @Nullable Duration retryAfter) {
        Fields fields = Fields.of(error);
        String words = Words.line(fields.textOr("", "message", "detail", "title"));
        Reason reason = reason(fields, status);
        int code = code(fields);
        String number = code == 0 ? "HTTP " + status : String.valueOf(code);
        String text = "the peer answers with error " + number + " (" + name(reason) + ')';
        return new PeerError(reason, status, words, retryAfter, words.isEmpty() ? text : text + ": " + words);
    }

    /** Returns the error of an answer that is none of the protocol. */
    static PeerError http(int status, @Nullable Duration retryAfter) {
        return new PeerError(
                Reason.HTTP, status, "", retryAfter, "the peer answers with HTTP " + status + " and no error object");
    }

    private static Reason reason(Fields fields, int status) {
        Reason told = told(fields);
        if (told != null) {
            return told;
        }
        Reason coded = BY_CODE.get(code(fields));
        if (coded != null) {
            return coded;
        }
        return status >= 300 ? Reason.HTTP : Reason.OTHER;
    }

    private static @Nullable Reason told(Fields fields) {
        for (Json each : details(fields)) {
            Fields detail = Fields.of(each);
            String named = detail.textOr("", "reason").toUpperCase(Locale.ROOT);
            boolean info = detail.textOr(INFO, "@type").endsWith(INFO);
            for (Reason reason : Reason.values()) {
                if (info && reason.name().equals(named)) {
                    return reason;
                }
            }
        }
        return null;
    }

    private static List<Json> details(Fields fields) {
        List<Json> data = fields.list("data");
        return data.isEmpty() ? fields.list("details") : data;
    }

    private static int code(Fields fields) {
        String code = fields.textOr("", "code");
        return code.matches("-3\\d{4}") ? Integer.parseInt(code) : 0;
    }

    private static String name(Reason reason) {
        return reason.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    Reason reason() {
        return reason;
    }

    boolean is(Reason... any) {
        return List.of(any).contains(reason);
    }

    int status() {
        return status;
    }

    /** Returns the peer's own words; may be empty. */
    String words() {
        return words;
    }

    @Nullable
    Duration retryAfter() {
        return retryAfter;
    }

    /** Tells whether the peer, or what stands before it, did not take the request on and asks to come again. */
    boolean isBusy() {
        return status == 503 || status == 429;
    }

    /** Tells whether it may be different when asked again. */
    boolean mayPass() {
        return isBusy() || status >= 500 || status == 408 || reason == Reason.INTERNAL;
    }
}
