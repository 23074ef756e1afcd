/**
 * Steps and tool calls that make up one tool: which result goes where, what happens when, and how much it may cost. A flow is built and checked once, and called
 * like any other tool.
 */
@NullMarked
package dev.harbor.flow;

import org.jspecify.annotations.NullMarked;
