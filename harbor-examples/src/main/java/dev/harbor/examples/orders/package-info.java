/** A small order service and tools that wrap it: a write that fails half-way is tried again under its key, and happens once. */
@NullMarked
package dev.harbor.examples.orders;

import org.jspecify.annotations.NullMarked;
