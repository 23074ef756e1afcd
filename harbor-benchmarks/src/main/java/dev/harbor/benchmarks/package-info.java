/**
 * Benchmarks of the dispatch path and of its parts, beside what other frameworks do for the same tool, and the programs that run them: one prints a
 * table with ratios and goals, the other guards the bytes that a call allocates. Nothing here is published.
 */
@NullMarked
package dev.harbor.benchmarks;

import org.jspecify.annotations.NullMarked;
