package dev.harbor.observability;

import dev.harbor.identity.Identity;
import io.opentelemetry.api.trace.SpanBuilder;

/** Names in a span on whose behalf it is, if that is wanted. */
record Who(boolean wanted) {

    void name(SpanBuilder span, Identity identity) {
        if (wanted) {
            span.setAttribute(Names.TENANT, identity.tenant())
                    .setAttribute(Names.USER, identity.user())
                    .setAttribute(Names.CONVERSATION, identity.session());
        }
    }
}
