package dev.harbor.net;

import java.net.URI;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides where a redirect leads and what goes along. */
final class Redirecting {

    /** What no origin can take for a secret of another one. */
    private static final Set<String> HARMLESS = Set.of("accept", "accept-language", "user-agent");

    private Redirecting() {}

    /** Returns the request that follows an answer, or null when the answer is to be returned as it is. */
    static @Nullable Outbound next(Outbound request, Reply reply, Redirects followed) {
        if (followed.hops() == 0) {
            return null;
        }
        String location = reply.headers().first("Location").orElse("");
        Outbound.Builder next = location.isEmpty() ? null : next(request, reply.status(), followed, location);
        if (next == null) {
            return null;
        }
        Outbound there = next.build();
        if (there.target().sameOrigin(request.target())) {
            return there;
        }
        boolean stays = !followed.crossOrigin()
                || leavesTls(request, there)
                || !there.payload().isNone();
        return stays ? null : there.onlyHeaders(HARMLESS);
    }

    static boolean leavesTls(Outbound request, Outbound there) {
        return request.target().secure() && !there.target().secure();
    }

    private static Outbound.@Nullable Builder next(Outbound request, int status, Redirects followed, String location) {
        boolean allowed = request.isSafe() || followed.unsafeMethods();
        URI uri = request.uri().resolve(location);
        return switch (status) {
            case 301, 302 -> request.isSafe() ? request.toBuilder(request.method(), uri) : null;
            case 303 -> allowed ? seeOther(request, uri) : null;
            case 307, 308 -> allowed ? request.toBuilder(request.method(), uri) : null;
            default -> null;
        };
    }

    private static Outbound.Builder seeOther(Outbound request, URI uri) {
        String method = request.method().equals("HEAD") ? "HEAD" : "GET";
        return request.toBuilder(method, uri).payload(Payload.NONE);
    }
}
