package dev.harbor.inspector;

import java.time.Instant;

/**
 * Is one request of somebody who was admitted.
 *
 * @param inspector what it is made to
 * @param access what may be seen and done
 * @param request the request
 * @param query what it asks for
 * @param at when
 */
record Look(Inspector.Parts inspector, InspectorAccess access, InspectorRequest request, Fields query, Instant at) {

    String mount() {
        return request.mount();
    }

    InspectorLimits limits() {
        return inspector.limits();
    }

    Markup markup() {
        return new Markup(inspector.redactor(), limits().documentLength());
    }
}
