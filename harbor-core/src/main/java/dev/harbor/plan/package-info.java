/** Planners decide and never act: they see a context and return a decision. */
@NullMarked
package dev.harbor.plan;

import org.jspecify.annotations.NullMarked;
