/** Runs that outlive their processes: crashes, budgets, doubts, drifts and take-overs, end to end. */
@NullMarked
package dev.harbor.durable;

import org.jspecify.annotations.NullMarked;
