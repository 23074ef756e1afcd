package dev.harbor.examples.boot;

import dev.harbor.identity.Identity;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Knows who is behind a token. A real service takes tenant and user from a token that it verifies, by Spring Security for example, and never from what the client claims.
 *
 * @param users by token: the tenant, the user, and whether this one decides what the others may order
 */
@ConfigurationProperties("shop")
record Users(Map<String, User> users) {

    record User(String tenant, String name, boolean approver) {}

    Optional<User> behind(@Nullable String authorization) {
        return Optional.ofNullable(authorization)
                .filter(header -> header.startsWith("Bearer "))
                .map(header -> users.get(header.substring("Bearer ".length())));
    }

    /** The shop has one session a user; a chat would have one a conversation. */
    static Identity identity(User user) {
        return Identity.of(user.tenant(), user.name(), "shop");
    }
}
