/** Programs that show Harbor at work. Each has a main method and is run by a test; nothing here is published. */
@NullMarked
package dev.harbor.examples;

import org.jspecify.annotations.NullMarked;
