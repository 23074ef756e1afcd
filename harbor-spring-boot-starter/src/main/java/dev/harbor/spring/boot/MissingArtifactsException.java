package dev.harbor.spring.boot;

import dev.harbor.error.ConfigurationException;

/** Says that an application has a runtime and nothing says where large results lie. */
final class MissingArtifactsException extends ConfigurationException {

    private static final long serialVersionUID = 1L;

    MissingArtifactsException() {
        super(
                "a runtime needs artifacts, so that nothing heavy reaches a model, and neither a property nor a bean says where they lie");
    }
}
