package dev.harbor.spring.boot;

import dev.harbor.error.ConfigurationException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says in a few lines why the application has no runtime, instead of in many. */
final class ConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<ConfigurationException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, ConfigurationException cause) {
        return new FailureAnalysis(
                "The Harbor runtime could not be built: " + cause.getMessage(), action(cause), cause);
    }

    private static String action(ConfigurationException cause) {
        return cause instanceof MissingArtifactsException
                ? "Set harbor.artifacts.type to memory, files, sqlite or postgresql, or define a bean of type ArtifactStore or ContextSafety."
                : "Change the property or bean that the description names; beans of type HarborRuntimeBuilderCustomizer have the last word.";
    }
}
