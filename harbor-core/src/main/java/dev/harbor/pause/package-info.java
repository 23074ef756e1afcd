/** Runs and calls that wait for a person or an outside event. */
@NullMarked
package dev.harbor.pause;

import org.jspecify.annotations.NullMarked;
