/** The planner that asks a model, alone and in whole runs. */
@NullMarked
package dev.harbor.planning;

import org.jspecify.annotations.NullMarked;
