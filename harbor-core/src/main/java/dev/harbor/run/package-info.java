/** Runs: one goal driven to completion within a budget. */
@NullMarked
package dev.harbor.run;

import org.jspecify.annotations.NullMarked;
