package dev.harbor.spring.boot;

import dev.harbor.runtime.HarborRuntime;

/**
 * Has the last word on the runtime of the application: beans of this type are given its builder, in their order, after properties and other beans.
 *
 * <p>Called once, by the thread that starts the application.
 */
@FunctionalInterface
public interface HarborRuntimeBuilderCustomizer {

    /** Changes the builder. */
    void customize(HarborRuntime.Builder builder);
}
