/** A probe of remote agents from a command line, and a run that delegates to one. */
@NullMarked
package dev.harbor.examples.a2a;

import org.jspecify.annotations.NullMarked;
