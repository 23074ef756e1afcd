/**
 * The root of every exception that Harbor throws, and the stable codes that callers, events and journals carry. Lowest layer: it imports nothing
 * of Harbor.
 */
@NullMarked
package dev.harbor.error;

import org.jspecify.annotations.NullMarked;
