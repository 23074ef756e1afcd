/** What happened, told to whoever listens: events with the identity and provenance of the call, sinks, and the redaction of what leaves. */
@NullMarked
package dev.harbor.event;

import org.jspecify.annotations.NullMarked;
