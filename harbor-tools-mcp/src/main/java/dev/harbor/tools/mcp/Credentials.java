package dev.harbor.tools.mcp;

import dev.harbor.access.Secret;
import dev.harbor.identity.Identity;
import dev.harbor.net.Headers;
import dev.harbor.net.Outbound;
import dev.harbor.tools.mcp.HttpTarget.HttpField;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Is what one request proves itself with: fetched for it, and forgotten with it. Confined to one request. */
final class Credentials {

    private final HttpTarget target;
    private final Identity identity;
    private final Map<String, Secret> sent = new LinkedHashMap<>();

    Credentials(HttpTarget target, Identity identity) {
        this.target = target;
        this.identity = identity;
    }

    /**
     * Puts the host's headers into a request.
     *
     * @throws LinkFailure if a credential is missing
     */
    void apply(Outbound.Builder request) {
        for (HttpField field : target.headers()) {
            request.headers(header(field));
        }
    }

    private Headers header(HttpField field) {
        if (!field.credential()) {
            return Headers.of(field.name(), field.text());
        }
        Secret secret = find(field.text());
        sent.put(field.text(), secret);
        try {
            return Headers.of(field.name(), (field.bearer() ? "Bearer " : "") + secret.reveal());
        } catch (IllegalArgumentException e) {
            // The message of the cause would not show the value either; it is left out to be sure.
            throw LinkFailure.credential("the credential '" + field.text() + "' may not stand in a header", null);
        }
    }

    private Secret find(String name) {
        Secret found;
        try {
            found = target.credentials().find(name, identity).orElse(null);
        } catch (RuntimeException e) {
            // What a provider throws may hold what it has: its class must do.
            String why = " can't be fetched at the moment (" + e.getClass().getSimpleName() + "); nothing was sent";
            throw LinkFailure.credential("the credential '" + name + "'" + why, null);
        }
        return require(found, name);
    }

    private static Secret require(@Nullable Secret found, String name) {
        if (found == null) {
            throw LinkFailure.credential(
                    "the credential '" + name + "' is not there for this identity; nothing was sent", null);
        }
        return found;
    }

    /** Says that they were refused, and returns whether there are others now. */
    boolean renew() {
        boolean renewed = false;
        for (Map.Entry<String, Secret> each : sent.entrySet()) {
            renewed |= target.credentials().renew(each.getKey(), identity, each.getValue());
        }
        return renewed;
    }
}
