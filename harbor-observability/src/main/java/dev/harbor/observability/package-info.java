/**
 * Traces and meters: {@link dev.harbor.observability.HarborTelemetry} listens to the events of a runtime and tells OpenTelemetry of runs, calls and requests to models as
 * spans, by its conventions for generative AI, and Micrometer of how many, how long and how they ended. Nothing of what people, models and tools say is in them
 * unless that is asked for.
 */
@NullMarked
package dev.harbor.observability;

import org.jspecify.annotations.NullMarked;
