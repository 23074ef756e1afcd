package dev.harbor.inspector;

import java.util.Optional;

/**
 * Decides who sees what. It is asked for every request, files of style and script included; nothing is answered before.
 *
 * <p>Implementations must be thread-safe, and may block.
 */
@FunctionalInterface
public interface InspectorAuthorizer {

    /** Admits nobody. What an inspector has that is built without one. */
    InspectorAuthorizer NOBODY = request -> Optional.empty();

    /**
     * Returns what whoever makes a request may see and do, by its headers; empty when it is nothing, and the request is answered with 403 then. What is thrown is logged and
     * answered with 500. The body must not be read.
     */
    Optional<InspectorAccess> admit(InspectorRequest request);
}
