package dev.harbor.tools.a2a;

import dev.harbor.access.CredentialProvider;
import dev.harbor.json.Param;
import dev.harbor.tool.SideEffect;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Is the configuration of one agent. */
record AgentSettings(
        String url,
        @Nullable String bearer,
        @Nullable Map<String, String> credentials,
        @Nullable List<String> skills,
        @Nullable SideEffect effect,
        @Param("allow_origins") @Nullable List<String> allowOrigins,
        @Param("allow_networks") @Nullable List<String> allowNetworks,

        @Param(value = "single_tool", defaultValue = "false")
        boolean singleTool,

        @Param(value = "trusted", defaultValue = "false") boolean trusted,

        @Param(value = "idempotent", defaultValue = "false") boolean idempotent,

        @Param(value = "allow_loopback", defaultValue = "false")
        boolean allowLoopback,

        @Param(value = "allow_plain_http", defaultValue = "false")
        boolean allowPlainHttp) {

    A2aTools source(String name, CredentialProvider provider) {
        A2aTools.Builder agent = A2aTools.agent(name, url);
        if (bearer != null) {
            agent.bearer(bearer);
        }
        if (credentials != null) {
            credentials.forEach(agent::credential);
        }
        if (skills != null) {
            agent.skills(skills.toArray(String[]::new));
        }
        if (effect != null) {
            agent.effect(effect);
        }
        if (allowOrigins != null) {
            allowOrigins.forEach(agent::allowOrigin);
        }
        if (singleTool) {
            agent.singleTool();
        }
        if (trusted) {
            agent.trusted();
        }
        if (idempotent) {
            agent.idempotent();
        }
        return agent.ownAccess(access(provider)).build();
    }

    private A2aAccess access(CredentialProvider provider) {
        A2aAccess.Builder access = A2aAccess.builder().credentials(provider);
        if (allowNetworks != null) {
            allowNetworks.forEach(access::allowNetwork);
        }
        if (allowLoopback) {
            access.allowLoopback();
        }
        if (allowPlainHttp) {
            access.allowPlainHttp();
        }
        return access.build();
    }
}
