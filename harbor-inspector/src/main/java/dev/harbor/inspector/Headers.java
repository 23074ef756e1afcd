package dev.harbor.inspector;

import java.util.LinkedHashMap;
import java.util.Map;

/** Are the headers of every answer: nothing is kept, framed, loaded from elsewhere or run that is not the inspector's own file (ADR 82). */
final class Headers {

    /** Text that reaches a script can't become markup there, and markup that gets through escaping can neither run nor load nor send anything. */
    static final String CONTENT_SECURITY_POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
                    + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
                    + "require-trusted-types-for 'script'; trusted-types 'none'";

    private Headers() {}

    static Map<String, String> of(String mediaType) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", mediaType);
        headers.put("Content-Security-Policy", CONTENT_SECURITY_POLICY);
        headers.put("Cache-Control", "no-store");
        headers.put("X-Content-Type-Options", "nosniff");
        // With no-referrer a form would be sent with "Origin: null", and OwnOrigin could not tell whose it is.
        headers.put("Referrer-Policy", "same-origin");
        headers.put("Cross-Origin-Opener-Policy", "same-origin");
        headers.put("Cross-Origin-Resource-Policy", "same-origin");
        return headers;
    }
}
