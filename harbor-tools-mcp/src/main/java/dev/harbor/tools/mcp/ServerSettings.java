package dev.harbor.tools.mcp;

import dev.harbor.access.CredentialProvider;
import dev.harbor.error.ConfigurationException;
import dev.harbor.json.Param;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Is the configuration of a source. */
record ServerSettings(
        @Nullable List<String> command,
        @Nullable Map<String, String> environment,
        @Nullable List<String> inherit,
        @Nullable String directory,
        @Nullable URI url,
        @Nullable Map<String, String> headers,
        @Nullable Map<String, String> credentials,
        @Nullable String bearer,
        @Nullable String alias,
        @Param("server") @Nullable String expectedServer,
        @Nullable EffectSetting effect,
        @Nullable List<String> only,
        @Nullable List<String> without,
        @Nullable Map<String, ToolSettings> tools,

        @Param(value = "bound_only", defaultValue = "false") boolean boundOnly,

        @Param(defaultValue = "false") boolean trusted,
        @Param(defaultValue = "false") boolean resources,
        @Param(defaultValue = "false") boolean prompts,
        @Param(defaultValue = "false") boolean elicitation,

        @Param(value = "allow_loopback", defaultValue = "false")
        boolean allowLoopback,

        @Param(value = "allow_plain_http", defaultValue = "false")
        boolean allowPlainHttp,

        @Param("allow_networks") @Nullable List<String> allowNetworks) {

    /** Returns the source that these settings describe. */
    McpSource source(String name, CredentialProvider provider) {
        if ((command == null) == (url == null)) {
            throw new ConfigurationException("the settings have either a command or a url");
        }
        return tools(url == null ? process(name) : remote(name, provider));
    }

    private McpSource process(String name) {
        McpSource source = McpTools.stdio(name, (command == null ? List.<String>of() : command).toArray(String[]::new));
        refuseRemote();
        for (Map.Entry<String, String> variable : orEmpty(environment).entrySet()) {
            source = source.environment(variable.getKey(), variable.getValue());
        }
        if (inherit != null) {
            source = source.inherit(inherit.toArray(String[]::new));
        }
        return directory == null ? source : source.workingDirectory(Path.of(directory));
    }

    private void refuseRemote() {
        if (headers != null || credentials != null || bearer != null || allowNetworks != null) {
            throw new ConfigurationException("headers, credentials and networks belong to a server with a url");
        }
    }

    private McpSource remote(String name, CredentialProvider provider) {
        if (environment != null || inherit != null || directory != null) {
            throw new ConfigurationException("environment, inherit and directory belong to a server with a command");
        }
        McpSource source =
                McpTools.http(name, java.util.Objects.requireNonNull(url)).credentials(provider);
        for (Map.Entry<String, String> header : orEmpty(headers).entrySet()) {
            source = source.header(header.getKey(), header.getValue());
        }
        for (Map.Entry<String, String> header : orEmpty(credentials).entrySet()) {
            source = source.credential(header.getKey(), header.getValue());
        }
        return access(bearer == null ? source : source.bearer(bearer));
    }

    private McpSource access(McpSource given) {
        McpSource source = allowLoopback ? given.allowLoopback() : given;
        source = allowPlainHttp ? source.allowPlainHttp() : source;
        for (String range : allowNetworks == null ? List.<String>of() : allowNetworks) {
            source = source.allowNetwork(range);
        }
        return source;
    }

    private McpSource tools(McpSource given) {
        McpSource source = alias == null ? given : given.alias(alias);
        source = expectedServer == null ? source : source.expectServer(expectedServer);
        source = effect == null ? source : source.effect(effect.effect());
        source = only == null ? source : source.only(only.toArray(String[]::new));
        source = without == null ? source : source.without(without.toArray(String[]::new));
        for (Map.Entry<String, ToolSettings> tool : orEmpty(tools).entrySet()) {
            source = source.bind(tool.getValue().binding(tool.getKey()));
        }
        return switches(source);
    }

    private McpSource switches(McpSource given) {
        McpSource source = boundOnly ? given.boundOnly() : given;
        source = trusted ? source.trusted() : source;
        source = resources ? source.resources() : source;
        source = prompts ? source.prompts() : source;
        return elicitation ? source.elicitation() : source;
    }

    private static <T> Map<String, T> orEmpty(@Nullable Map<String, T> map) {
        return map == null ? Map.of() : map;
    }
}
