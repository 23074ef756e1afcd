package dev.harbor.tools.openapi;

import dev.harbor.error.ConfigurationException;
import dev.harbor.tools.http.HttpTool;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Is what the embedder says about an import. Immutable. */
record ImportSettings(
        String prefix,
        @Nullable String server,
        Map<String, String> variables,
        Set<String> trusted,
        Map<String, String> credentials,
        Predicate<String> isKnown,
        Predicate<OpenApiOperation> selected,
        Map<String, String> names,
        UnaryOperator<HttpTool.Builder> all,
        Map<String, UnaryOperator<HttpTool.Builder>> single,
        Set<String> mentioned,
        boolean outputs,
        boolean scopes) {

    ImportSettings {
        variables = Map.copyOf(variables);
        trusted = Set.copyOf(trusted);
        credentials = Map.copyOf(credentials);
        names = Map.copyOf(names);
        single = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(single));
        mentioned = Set.copyOf(mentioned);
    }

    /** Applies what is said about all tools, then what is said about this one. */
    HttpTool.Builder configured(OpenApiOperation operation, HttpTool.Builder tool) {
        HttpTool.Builder configured = Objects.requireNonNull(all.apply(tool), "the configured tool");
        for (Map.Entry<String, UnaryOperator<HttpTool.Builder>> each : single.entrySet()) {
            if (operation.is(each.getKey())) {
                configured = Objects.requireNonNull(each.getValue().apply(configured), "the configured tool");
            }
        }
        return configured;
    }

    /** Refuses a mistyped operation, whose setting would be lost in silence. */
    void requireMentioned(List<Found> found) {
        for (String key : mentioned) {
            if (found.stream().noneMatch(each -> each.what().is(key))) {
                throw new ConfigurationException("the settings name the operation '" + key
                        + "', which the document does not have; say its operationId, or method and path");
            }
        }
    }
}
