/** Runs and calls that wait for a person or an outside event, what is decided about them, and what people say to runs that are under way. */
@NullMarked
package dev.harbor.pause;

import org.jspecify.annotations.NullMarked;
