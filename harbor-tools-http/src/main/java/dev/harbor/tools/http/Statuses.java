package dev.harbor.tools.http;

import dev.harbor.error.ErrorCode;
import dev.harbor.net.Reply;
import dev.harbor.policy.ErrorClass;
import dev.harbor.tool.ToolFailed;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Knows what a status that is no success means. This is the table; {@code docs/reference/http-statuses.md} shows it.
 *
 * <p>An answer says that what was asked for was not done, and so the outcome is known, with one exception: a gateway that got no sound answer itself (502, 504)
 * does not know what became of the request, and neither does anybody else.
 */
final class Statuses {

    private static final Map<Integer, Meaning> KNOWN = table();

    private Statuses() {}

    /** What a status means. */
    record Meaning(int status, String code, ErrorClass errorClass, boolean outcomeKnown, String words) {}

    private static Map<Integer, Meaning> table() {
        Map<Integer, Meaning> table = new HashMap<>();
        permanent(table, 400, "HTTP_BAD_REQUEST", "the service does not understand the request");
        permanent(table, 401, "HTTP_UNAUTHENTICATED", "the service does not accept the credentials");
        permanent(table, 402, "HTTP_PAYMENT_REQUIRED", "the service wants to be paid first");
        permanent(table, 403, "HTTP_FORBIDDEN", "the service does not allow it to this identity");
        permanent(table, 404, "HTTP_NOT_FOUND", "there is no such thing");
        permanent(table, 405, "HTTP_METHOD_NOT_ALLOWED", "the service does not do that with it");
        permanent(table, 406, "HTTP_NOT_ACCEPTABLE", "the service has no answer in a form that was asked for");
        put(table, 408, "HTTP_REQUEST_TIMEOUT", ErrorClass.TRANSIENT, true, "the request did not come in time");
        permanent(table, 409, "HTTP_CONFLICT", "it is in conflict with the state of things");
        permanent(table, 410, "HTTP_GONE", "it is not there any more");
        permanent(table, 411, "HTTP_LENGTH_REQUIRED", "the service wants to know the length of the body");
        permanent(table, 412, "HTTP_PRECONDITION_FAILED", "a condition of the request does not hold");
        permanent(table, 413, "HTTP_CONTENT_TOO_LARGE", "the body is too large for the service");
        permanent(table, 414, "HTTP_URI_TOO_LONG", "the address is too long for the service");
        permanent(table, 415, "HTTP_UNSUPPORTED_MEDIA_TYPE", "the service does not read that kind of body");
        permanent(table, 416, "HTTP_RANGE_NOT_SATISFIABLE", "there is no such range");
        permanent(table, 421, "HTTP_MISDIRECTED", "another server is in charge");
        permanent(table, 422, "HTTP_UNPROCESSABLE", "the service understands the request and can't do it");
        permanent(table, 423, "HTTP_LOCKED", "it is locked");
        permanent(table, 424, "HTTP_FAILED_DEPENDENCY", "something else failed that it depends on");
        put(table, 425, "HTTP_TOO_EARLY", ErrorClass.TRANSIENT, true, "the service does not want it yet");
        permanent(table, 428, "HTTP_PRECONDITION_REQUIRED", "the service wants a condition");
        put(table, 429, "HTTP_TOO_MANY_REQUESTS", ErrorClass.TRANSIENT, true, "there were too many requests");
        permanent(table, 431, "HTTP_HEADERS_TOO_LARGE", "the header is too large for the service");
        permanent(table, 451, "HTTP_UNAVAILABLE_FOR_LEGAL_REASONS", "the law keeps it from being shown");
        server(table, 500, "HTTP_SERVER_ERROR", true, "the service failed");
        permanent(table, 501, "HTTP_NOT_IMPLEMENTED", "the service can't do that");
        server(table, 502, "HTTP_BAD_GATEWAY", false, "a gateway got no sound answer from the service");
        server(table, 503, "HTTP_UNAVAILABLE", true, "the service does not serve at the moment");
        server(table, 504, "HTTP_GATEWAY_TIMEOUT", false, "a gateway got no answer from the service in time");
        permanent(table, 505, "HTTP_VERSION_NOT_SUPPORTED", "the service does not speak this version of HTTP");
        server(table, 507, "HTTP_INSUFFICIENT_STORAGE", true, "the service has no room");
        permanent(table, 508, "HTTP_LOOP", "the service found a loop");
        permanent(table, 511, "HTTP_NETWORK_AUTHENTICATION", "the network wants a login");
        return Map.copyOf(table);
    }

    private static void permanent(Map<Integer, Meaning> table, int status, String code, String words) {
        put(table, status, code, ErrorClass.PERMANENT, true, words);
    }

    private static void server(Map<Integer, Meaning> table, int status, String code, boolean known, String words) {
        put(table, status, code, ErrorClass.SERVER, known, words);
    }

    private static void put(
            Map<Integer, Meaning> table, int status, String code, ErrorClass kind, boolean known, String words) {
        table.put(status, new Meaning(status, code, kind, known, words));
    }

    static Meaning of(int status) {
        Meaning known = KNOWN.get(status);
        if (known != null) {
            return known;
        }
        if (status >= 500 && status < 600) {
            // What is not registered comes from gateways more often than not.
            return new Meaning(status, "HTTP_SERVER_ERROR", ErrorClass.SERVER, false, "the service failed");
        }
        if (status >= 400 && status < 500) {
            return new Meaning(status, "HTTP_CLIENT_ERROR", ErrorClass.PERMANENT, true, "the service refuses it");
        }
        if (status >= 300 && status < 400) {
            return new Meaning(status, "HTTP_REDIRECT", ErrorClass.PERMANENT, true, "the service points elsewhere");
        }
        return new Meaning(status, "HTTP_STATUS", ErrorClass.PERMANENT, false, "the status is none of HTTP's");
    }

    /** Returns an answer that is no success as a tool throws it. */
    static ToolFailed failure(Reply reply, String detail) {
        Meaning meaning = of(reply.status());
        Duration wait = reply.retryAfter().orElse(null);
        String asked = wait == null ? "" : "; it asks to wait " + wait.toSeconds() + " s";
        String text =
                meaning.words() + " (HTTP " + reply.status() + ')' + asked + (detail.isEmpty() ? "" : ": " + detail);
        return ToolFailed.of(
                ErrorCode.of(meaning.code()), meaning.errorClass(), meaning.outcomeKnown(), text, wait, null);
    }
}
