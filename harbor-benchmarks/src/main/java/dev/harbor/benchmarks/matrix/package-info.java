/** The same tool object and the same input through other frameworks and through Harbor, side by side. */
@NullMarked
package dev.harbor.benchmarks.matrix;

import org.jspecify.annotations.NullMarked;
