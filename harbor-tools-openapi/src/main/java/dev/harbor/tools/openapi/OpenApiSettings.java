package dev.harbor.tools.openapi;

import dev.harbor.access.CredentialProvider;
import dev.harbor.json.Param;
import dev.harbor.tools.http.HttpAccess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Is the configuration of a source. */
record OpenApiSettings(
        String file,
        @Nullable String server,
        @Nullable List<String> tags,
        @Nullable List<String> paths,
        @Nullable List<String> methods,
        @Nullable List<String> operations,
        @Nullable Map<String, String> credentials,
        @Param("allow_hosts") @Nullable List<String> allowHosts,
        @Param("allow_networks") @Nullable List<String> allowNetworks,

        @Param(value = "allow_loopback", defaultValue = "false")
        boolean allowLoopback,

        @Param(value = "allow_plain_http", defaultValue = "false")
        boolean allowPlainHttp) {

    OpenApiTools source(String name, CredentialProvider provider) {
        OpenApiTools.Builder source = OpenApiTools.builder(name, OpenApiDocument.file(Path.of(file)));
        choose(source);
        if (server != null) {
            source.server(server);
        }
        if (credentials != null) {
            credentials.forEach(source::credential);
        }
        return source.ownAccess(access(provider)).build();
    }

    private void choose(OpenApiTools.Builder source) {
        if (tags != null) {
            source.tags(tags.toArray(String[]::new));
        }
        if (paths != null) {
            source.paths(paths.toArray(String[]::new));
        }
        if (methods != null) {
            source.methods(methods.toArray(String[]::new));
        }
        if (operations != null) {
            source.operations(operations.toArray(String[]::new));
        }
    }

    private HttpAccess access(CredentialProvider provider) {
        HttpAccess.Builder access = HttpAccess.builder().credentials(provider);
        if (allowHosts != null) {
            allowHosts.forEach(access::allowHost);
        }
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
