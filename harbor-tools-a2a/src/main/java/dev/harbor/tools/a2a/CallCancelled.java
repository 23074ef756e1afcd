package dev.harbor.tools.a2a;

/** Says that the call was cancelled while it waited. */
final class CallCancelled extends RuntimeException {

    private static final long serialVersionUID = 1L;

    CallCancelled() {
        super("the call was cancelled");
    }
}
