package dev.harbor.examples.tenants;

import dev.harbor.identity.Identity;
import dev.harbor.identity.IdentityException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * What a path leads to.
 *
 * @param identity on whose behalf
 * @param target what
 * @param name of the tool or artifact; empty for the list of tools
 */
record Route(Identity identity, Target target, String name) {

    static final String FORM =
            "/tenants/{tenant}/users/{user}/sessions/{session}/ followed by tools, calls/{tool} or artifacts/{id}";

    enum Target {
        TOOLS("GET"),
        CALLS("POST"),
        ARTIFACTS("GET");

        private final String method;

        Target(String method) {
            this.method = method;
        }

        String method() {
            return method;
        }
    }

    /** Reads a path whose segments are still encoded, so that a slash inside a name stays inside it. */
    static Route of(String rawPath, Set<String> tenants) throws Refusal {
        List<String> segments =
                Arrays.stream(rawPath.substring(1).split("/", -1)).toList();
        boolean known = segments.size() >= 7
                && segments.get(0).equals("tenants")
                && segments.get(2).equals("users")
                && segments.get(4).equals("sessions");
        if (!known) {
            throw notFound();
        }
        Identity identity = identity(decode(segments.get(1)), decode(segments.get(3)), decode(segments.get(5)));
        if (!tenants.contains(identity.tenant())) {
            throw new Refusal(404, "UNKNOWN_TENANT", "there is no such tenant");
        }
        return of(identity, segments.subList(6, segments.size()));
    }

    private static Route of(Identity identity, List<String> rest) throws Refusal {
        if (rest.equals(List.of("tools"))) {
            return new Route(identity, Target.TOOLS, "");
        }
        if (rest.size() == 2 && rest.get(0).equals("calls")) {
            return new Route(identity, Target.CALLS, decode(rest.get(1)));
        }
        if (rest.size() == 2 && rest.get(0).equals("artifacts")) {
            return new Route(identity, Target.ARTIFACTS, decode(rest.get(1)));
        }
        throw notFound();
    }

    private static Identity identity(String tenant, String user, String session) throws Refusal {
        try {
            return Identity.of(tenant, user, session);
        } catch (IdentityException e) {
            throw new Refusal(400, e.code().value(), String.valueOf(e.getMessage()));
        }
    }

    private static String decode(String segment) throws Refusal {
        try {
            // In a path, unlike in a form, a plus sign is a plus sign.
            return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new Refusal(400, "MALFORMED_PATH", "the path is not percent-encoded as it should be");
        }
    }

    private static Refusal notFound() {
        return new Refusal(404, "NOT_FOUND", "there is nothing at this path; a path is " + FORM);
    }
}
