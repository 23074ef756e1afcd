package dev.harbor.tools.a2a;

import java.util.List;

/** Says that a peer, or what stands before it, does not accept who asks. Nothing was done. */
final class Unauthorized extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int status;

    Unauthorized(int status, List<String> challenges) {
        super(text(status, challenges));
        this.status = status;
    }

    private static String text(int status, List<String> challenges) {
        String what = status == 401
                ? "the agent does not accept the credentials of this identity (HTTP 401)"
                : "the agent does not allow it to this identity (HTTP 403)";
        String scope = scope(challenges);
        return scope.isEmpty() ? what : what + "; it wants the scope " + scope;
    }

    private static String scope(List<String> challenges) {
        for (String each : challenges) {
            int at = each.indexOf("scope=\"");
            int end = at < 0 ? -1 : each.indexOf('"', at + 7);
            if (end > 0) {
                return Words.line(each.substring(at + 7, end));
            }
        }
        return "";
    }

    int status() {
        return status;
    }
}
