package dev.harbor.inspector;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Tells forms of the inspector's own pages from those of other sites, by what browsers say of a request and no page can change (ADR 83). It needs no secret in the page, so that a
 * form works whichever node of a service answers it.
 */
final class OwnOrigin {

    private OwnOrigin() {}

    /** What is no browser sends neither header, and carries no login of somebody else. */
    static boolean sent(InspectorRequest request) {
        String site = request.header("Sec-Fetch-Site");
        if (site != null) {
            return site.equals("same-origin") || site.equals("none");
        }
        String origin = request.header("Origin");
        return origin == null || isAt(origin, request.header("Host"));
    }

    private static boolean isAt(String origin, @Nullable String host) {
        try {
            return host != null && host.equalsIgnoreCase(URI.create(origin).getRawAuthority());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
