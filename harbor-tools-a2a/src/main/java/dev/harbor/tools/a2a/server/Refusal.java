package dev.harbor.tools.a2a.server;

/** Is thrown when a request is not carried out. Its message is for the caller. */
final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Kind kind;

    /** Says why, with the code of JSON-RPC and the status of HTTP that the protocol has for it. */
    enum Kind {
        PARSE_ERROR(-32700, 400),
        INVALID_REQUEST(-32600, 400),
        METHOD_NOT_FOUND(-32601, 404),
        INVALID_PARAMS(-32602, 400),
        INTERNAL(-32603, 500),
        TASK_NOT_FOUND(-32001, 404),
        TASK_NOT_CANCELABLE(-32002, 400),
        PUSH_NOTIFICATION_NOT_SUPPORTED(-32003, 400),
        UNSUPPORTED_OPERATION(-32004, 400),
        EXTENDED_AGENT_CARD_NOT_CONFIGURED(-32007, 400),
        VERSION_NOT_SUPPORTED(-32009, 400);

        private final int code;
        private final int status;

        Kind(int code, int status) {
            this.code = code;
            this.status = status;
        }

        int code() {
            return code;
        }

        int status() {
            return status;
        }
    }

    Refusal(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    static Refusal params(String message) {
        return new Refusal(Kind.INVALID_PARAMS, message);
    }

    static Refusal unsupported(String message) {
        return new Refusal(Kind.UNSUPPORTED_OPERATION, message);
    }

    /** Says the same of a task that is not there and of one that belongs to somebody else. */
    static Refusal noTask() {
        return new Refusal(Kind.TASK_NOT_FOUND, "there is no such task");
    }

    Kind kind() {
        return kind;
    }

    String words() {
        return String.valueOf(getMessage());
    }
}
