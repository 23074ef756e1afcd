package dev.harbor.tools.mcp;

import dev.harbor.access.ConsentRequired;
import dev.harbor.access.ResourceAuthorizer;
import dev.harbor.access.Secret;
import dev.harbor.error.HarborException;
import dev.harbor.identity.Identity;
import dev.harbor.net.Headers;
import dev.harbor.net.Outbound;
import dev.harbor.tools.mcp.HttpTarget.HttpField;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Is what one request proves itself with: fetched for it, and forgotten with it. Confined to one request. */
final class Credentials {

    private final HttpTarget target;
    private final Identity identity;
    private final Map<String, Secret> sent = new LinkedHashMap<>();
    private @Nullable Secret token;

    Credentials(HttpTarget target, Identity identity) {
        this.target = target;
        this.identity = identity;
    }

    /**
     * Puts the host's headers into a request.
     *
     * @throws ConsentRequired if a person has to consent first; nothing was sent
     * @throws LinkFailure if a credential is missing
     */
    void apply(Outbound.Builder request) {
        for (HttpField field : target.headers()) {
            request.headers(header(field));
        }
        ResourceAuthorizer authorizer = target.authorizer();
        token = authorizer == null ? null : token(authorizer);
        if (token != null) {
            request.headers(bearer(token.reveal(), "the access token"));
        }
    }

    private @Nullable Secret token(ResourceAuthorizer authorizer) {
        try {
            return authorizer.token(target.endpoint(), identity).orElse(null);
        } catch (ConsentRequired e) {
            throw e;
        } catch (HarborException e) {
            throw LinkFailure.credential("there is no access token at the moment: " + e.getMessage(), e);
        }
    }

    private static Headers bearer(String secret, String what) {
        return field("Authorization", "Bearer " + secret, what);
    }

    private static Headers field(String name, String value, String what) {
        try {
            return Headers.of(name, value);
        } catch (IllegalArgumentException e) {
            // The message of the cause would not show the value either; it is left out to be sure.
            throw LinkFailure.credential(what + " may not stand in a header", null);
        }
    }

    private Headers header(HttpField field) {
        if (!field.credential()) {
            return Headers.of(field.name(), field.text());
        }
        Secret secret = find(field.text());
        sent.put(field.text(), secret);
        String what = "the credential '" + field.text() + "'";
        return field.bearer() ? bearer(secret.reveal(), what) : field(field.name(), secret.reveal(), what);
    }

    private Secret find(String name) {
        Secret found;
        try {
            found = target.credentials().find(name, identity).orElse(null);
        } catch (ConsentRequired e) {
            throw e;
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

    /**
     * Says that they were refused, and returns whether there are others now.
     *
     * @throws ConsentRequired if a person has to consent first
     */
    boolean renew(int status, List<String> challenges) {
        ResourceAuthorizer authorizer = target.authorizer();
        if (authorizer != null && challenged(authorizer, status, challenges)) {
            return true;
        }
        boolean renewed = false;
        if (status == 401) {
            for (Map.Entry<String, Secret> each : sent.entrySet()) {
                renewed |= target.credentials().renew(each.getKey(), identity, each.getValue());
            }
        }
        return renewed;
    }

    private boolean challenged(ResourceAuthorizer authorizer, int status, List<String> challenges) {
        try {
            return authorizer.challenged(target.endpoint(), identity, token, status, challenges);
        } catch (ConsentRequired e) {
            throw e;
        } catch (HarborException e) {
            throw LinkFailure.credential("the server is protected, and no access was granted: " + e.getMessage(), e);
        }
    }
}
