package dev.harbor.event;

import dev.harbor.identity.Identity;
import java.util.Optional;

/** Is an event about one request to a model. Implementations are immutable. */
public interface LlmEvent extends HarborEvent {

    /** Returns on whose behalf the model was to be asked. */
    LlmProvenance call();

    @Override
    default Identity identity() {
        return call().identity();
    }

    @Override
    default Optional<String> runId() {
        return Optional.ofNullable(call().run());
    }
}
