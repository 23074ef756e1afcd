package dev.harbor.tools.a2a;

import dev.harbor.access.ConsentRequired;
import dev.harbor.access.CredentialProvider;
import dev.harbor.access.ResourceAuthorizer;
import dev.harbor.access.Secret;
import dev.harbor.error.ErrorCode;
import dev.harbor.identity.Identity;
import dev.harbor.policy.ErrorClass;
import dev.harbor.tool.ToolException;
import dev.harbor.tool.ToolFailed;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Is where a credential comes from, for the identity that calls. */
interface CredentialSource {

    /**
     * Finds the credential; empty when this identity has none.
     *
     * @throws ConsentRequired if a person has to consent first; nothing was sent
     * @throws ToolException if it can't be fetched at the moment; nothing was sent
     */
    Optional<Secret> find(URI resource, Identity identity);

    /**
     * Hears that a credential was refused, and tells whether there may be another one now.
     *
     * @param refused what was sent, or null if nothing was
     */
    boolean renew(URI resource, Identity identity, @Nullable Secret refused, int status, List<String> challenges);

    /** Names it in messages. */
    String name();

    /** Returns the tokens that an authorizer has for the agent. */
    static CredentialSource authorized(ResourceAuthorizer authorizer) {
        return new CredentialSource() {
            @Override
            public Optional<Secret> find(URI resource, Identity identity) {
                return authorizer.token(resource, identity);
            }

            @Override
            public boolean renew(
                    URI resource, Identity identity, @Nullable Secret refused, int status, List<String> challenges) {
                return authorizer.challenged(resource, identity, refused, status, challenges);
            }

            @Override
            public String name() {
                return "the authorizer";
            }
        };
    }

    static CredentialSource named(CredentialProvider provider, String name) {
        return new CredentialSource() {
            @Override
            public Optional<Secret> find(URI resource, Identity identity) {
                try {
                    return provider.find(name, identity);
                } catch (ToolException | ConsentRequired e) {
                    throw e;
                } catch (RuntimeException e) {
                    // What a provider throws may hold what it has: its class must do.
                    String why = "the credential '" + name + "' can't be fetched at the moment ("
                            + e.getClass().getSimpleName() + "); nothing was sent";
                    throw ToolFailed.of(
                            ErrorCode.of("CREDENTIAL_UNAVAILABLE"), ErrorClass.TRANSIENT, true, why, null, null);
                }
            }

            @Override
            public boolean renew(
                    URI resource, Identity identity, @Nullable Secret refused, int status, List<String> challenges) {
                return status == 401 && refused != null && provider.renew(name, identity, refused);
            }

            @Override
            public String name() {
                return name;
            }
        };
    }
}
