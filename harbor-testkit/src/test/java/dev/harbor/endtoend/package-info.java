/** The runtime as a whole, through its public face, with real artifacts. */
@NullMarked
package dev.harbor.endtoend;

import org.jspecify.annotations.NullMarked;
