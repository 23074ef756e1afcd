/** The embeddable runtime and what hangs off it. */
@NullMarked
package dev.harbor.runtime;

import org.jspecify.annotations.NullMarked;
