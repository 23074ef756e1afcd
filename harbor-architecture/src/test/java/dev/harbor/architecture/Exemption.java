package dev.harbor.architecture;

import java.util.List;

/**
 * A place that may break a rule.
 *
 * @param rule the name of the rule
 * @param place a text that the violation holds, as narrow as it can be
 * @param reason why
 */
record Exemption(String rule, String place, String reason) {

    private static final String OPEN = "public classes say whether they can be extended";
    private static final String PARAMETERS = "no Optional or array parameter";

    private static final String FOREIGN = "public signatures name no third party";
    private static final String KINDS = "nobody compares kinds of transport";
    private static final String GETTERS = "accessors are named without get";
    private static final String NAMES = "no class is named after a habit";

    /** One line each. An exemption that is not needed any more fails the build. */
    static final List<Exemption> ALL = List.of(
            new Exemption(
                    OPEN,
                    "dev.harbor.error.ConfigurationException",
                    "thrown as it is, and the parent of narrower ones"),
            new Exemption(OPEN, "dev.harbor.error.StoreException", "thrown as it is, and the parent of narrower ones"),
            new Exemption(PARAMETERS, "dev.harbor.artifact.ScopedArtifacts.put([B,", "content as it came"),
            new Exemption(PARAMETERS, "dev.harbor.json.Codec.decode([B)", "content as it came"),
            new Exemption(PARAMETERS, "dev.harbor.json.Json.parse([B)", "content as it came"),
            new Exemption(PARAMETERS, "dev.harbor.json.SchemaDigest.of([B)", "content as it came"),
            new Exemption(PARAMETERS, "dev.harbor.net.Payload.of([B,", "content as it came"),
            new Exemption(PARAMETERS, "dev.harbor.tools.openapi.OpenApiDocument.bytes([B)", "content as it came"),
            new Exemption(PARAMETERS, "dev.harbor.seal.SealingKeys.", "keys, and content that is sealed, are bytes"),
            new Exemption(FOREIGN, "dev.harbor.net.GuardedHttp$Builder.tls(", "SSLContext is of the JDK's java.base"),
            new Exemption(
                    FOREIGN, "dev.harbor.tools.http.HttpAccess$Builder.tls(", "SSLContext is of the JDK's java.base"),
            new Exemption(FOREIGN, "dev.harbor.oauth.OAuthClient$Builder.tls(", "SSLContext is of the JDK's java.base"),
            new Exemption(
                    FOREIGN,
                    "dev.harbor.observability.HarborTelemetry",
                    "it is told where OpenTelemetry and Micrometer are"),
            new Exemption(FOREIGN, "dev.harbor.llm.langchain4j.LangChain4jLlm", "it is made of a model of LangChain4j"),
            new Exemption(
                    FOREIGN, "dev.harbor.inspector.InspectorHandler", "HttpHandler and HttpExchange are of the JDK"),
            new Exemption(FOREIGN, "dev.harbor.adapter.", "an adapter names the framework that it adapts"),
            new Exemption(NAMES, "dev.harbor.json.DefaultNode", "it is about a component's default value"),
            new Exemption(KINDS, "HttpTransport.open(", "a provider refuses what is of another kind than its own"),
            new Exemption(KINDS, "McpToolsProvider.open(", "a provider refuses what is of another kind than its own"),
            new Exemption(KINDS, "OpenApiTransport.open(", "a provider refuses what is of another kind than its own"),
            new Exemption(KINDS, "A2aToolsProvider.open(", "a provider refuses what is of another kind than its own"),
            new Exemption(
                    FOREIGN, "dev.harbor.tools.a2a.A2aAccess$Builder.tls(", "SSLContext is of the JDK's java.base"),
            new Exemption(
                    KINDS, "ToolDefinition.isInProcess()", "only code of this process may run on its caller's thread"));

    boolean covers(Rule broken, String violation) {
        return broken.name().equals(rule) && violation.contains(place);
    }
}
