package dev.harbor.tools.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.access.CredentialProvider;
import dev.harbor.error.ConfigurationException;
import dev.harbor.tools.http.HttpAccess;
import dev.harbor.tools.http.HttpAuth;
import dev.harbor.tools.http.HttpTool;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SecurityTest {

    private static final CredentialProvider CREDENTIALS =
            CredentialProvider.of(Map.of("TOKEN", "t0ken-4711", "LOGIN", "ada:pa55", "PATH", "not-for-them"));

    private static OpenApiTools.Builder mapped(OpenApiTools.Builder builder) {
        return builder.credential("bearer", "TOKEN")
                .credential("basic", "LOGIN")
                .credential("headerKey", "TOKEN")
                .credential("queryKey", "TOKEN")
                .credential("cookieKey", "TOKEN")
                .credential("oauth", "TOKEN")
                .credential("digest", "TOKEN");
    }

    private static OpenApiImport imported(UnaryOperator<OpenApiTools.Builder> more) {
        try (HttpAccess access = HttpAccess.builder().credentials(CREDENTIALS).build()) {
            return Documents.file("security.yaml", builder -> more.apply(builder.access(access)));
        }
    }

    @Test
    void schemes_ofDocument_becomeAuthenticationByMappedCredentials() {
        OpenApiImport all = imported(SecurityTest::mapped);
        assertThat(auth(all, "bearer")).containsExactly(HttpAuth.bearer("TOKEN"));
        assertThat(auth(all, "open")).isEmpty();
        assertThat(auth(all, "maybe")).containsExactly(HttpAuth.basic("LOGIN"));
        assertThat(auth(all, "basic")).containsExactly(HttpAuth.basic("LOGIN"));
        assertThat(auth(all, "header")).containsExactly(HttpAuth.header("X-Api-Key", "TOKEN"));
        assertThat(auth(all, "query")).containsExactly(HttpAuth.query("key", "TOKEN"));
        assertThat(auth(all, "cookie")).containsExactly(HttpAuth.cookie("sid", "TOKEN"));
        assertThat(auth(all, "both")).containsExactly(HttpAuth.bearer("TOKEN"), HttpAuth.header("X-Api-Key", "TOKEN"));
        assertThat(auth(all, "either")).containsExactly(HttpAuth.header("X-Api-Key", "TOKEN"));
        assertThat(Documents.tool(all, "s.oauth").definition().authScopes())
                .containsExactlyInAnyOrder("orders:read", "orders:list");
        HttpTool query = Documents.tool(all, "s.query");
        assertThat(query.definition()
                        .inputSchema()
                        .at("/properties")
                        .orElseThrow()
                        .members())
                .isEmpty();
    }

    private static java.util.List<HttpAuth> auth(OpenApiImport all, String operation) {
        return Documents.tool(all, "s." + operation).auth();
    }

    @ParameterizedTest
    @CsvSource({
        "digest, UNSUPPORTED_SECURITY",
        "missing, UNSUPPORTED_SECURITY",
        "unmapped, NO_CREDENTIAL",
        "elsewhere, FOREIGN_SERVER"
    })
    void operation_whoseSecurityCanNotBeServed_isSkipped(String operation, OpenApiReason reason) {
        assertThat(Documents.reason(imported(SecurityTest::mapped), operation)).isEqualTo(reason);
    }

    @Test
    void credential_isNamedByTheEmbedderOnly() {
        OpenApiImport nothing = imported(builder -> builder);
        assertThat(Documents.names(nothing)).containsExactly("s.open", "s.maybe", "s.elsewhereOpen");
        assertThat(auth(nothing, "maybe")).isEmpty();
        assertThat(Documents.reason(nothing, "unmapped")).isEqualTo(OpenApiReason.NO_CREDENTIAL);
        assertThat(Documents.reason(imported(b -> b.credential("bearer", "TYPO")), "bearer"))
                .isEqualTo(OpenApiReason.NO_CREDENTIAL);
    }

    @Test
    void server_ofAnotherOrigin_getsCredentialsOnlyIfTrusted() {
        OpenApiImport trusted = imported(b -> mapped(b).trustServer("https://evil.example"));
        assertThat(Documents.tool(trusted, "s.elsewhere").url()).isEqualTo("https://evil.example/elsewhere");
        OpenApiImport fixed = imported(b -> mapped(b).server("https://own.example"));
        assertThat(Documents.tool(fixed, "s.elsewhere").url()).isEqualTo("https://own.example/elsewhere");
        assertThat(Documents.tool(imported(SecurityTest::mapped), "s.elsewhereOpen")
                        .url())
                .isEqualTo("https://files.example/elsewhereOpen");
    }

    @Test
    void scopes_canBeLeftOut() {
        OpenApiImport without = imported(b -> mapped(b).withoutScopes());
        assertThat(Documents.tool(without, "s.oauth").definition().authScopes()).isEmpty();
    }

    @Test
    void credentials_areSentAndAppearNowhereElse() throws Exception {
        try (Service service = Service.answering(asked -> Service.Says.of(500, "text/plain", "no t0ken-4711"));
                World world = new World(
                        OpenApiDocument.file(Documents.path("security.yaml")),
                        b -> b.server(service.url(""))
                                .credential("bearer", "TOKEN")
                                .credential("queryKey", "TOKEN"))) {
            String bearer = String.valueOf(world.call("s.bearer", "{}"));
            String query = String.valueOf(world.call("s.query", "{}"));
            assertThat(service.asked().get(0).header("Authorization")).isEqualTo("Bearer t0ken-4711");
            assertThat(service.asked().get(1).target()).isEqualTo("/query?key=t0ken-4711");
            assertThat(bearer + query + world.source.report()).doesNotContain("t0ken-4711");
        }
    }

    @Test
    void source_ofWhichNoOperationIsLeft_doesNotStart() {
        OpenApiDocument document = OpenApiDocument.file(Documents.path("security.yaml"));
        try (OpenApiTools source =
                OpenApiTools.builder("s", document).operations("bearer").build()) {
            assertThatExceptionOfType(ConfigurationException.class)
                    .isThrownBy(() -> source.start(toolset -> {}))
                    .withMessageContaining("NO_CREDENTIAL");
        }
    }
}
