/**
 * The embeddable runtime and what hangs off it. One builds a {@link dev.harbor.runtime.HarborRuntime} once, and speaks through a
 * {@link dev.harbor.runtime.Caller} for each identity.
 */
@NullMarked
package dev.harbor.runtime;

import org.jspecify.annotations.NullMarked;
