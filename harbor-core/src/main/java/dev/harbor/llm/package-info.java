/** Models seen from a planner: messages in, text out. There is no tool surface here, and no class of this package knows what a tool is. */
@NullMarked
package dev.harbor.llm;

import org.jspecify.annotations.NullMarked;
