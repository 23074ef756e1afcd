/**
 * The one Tool concept: a definition that a planner may see, the code behind it, and the outcome of a call. What a tool runs on (in process, HTTP, MCP,
 * A2A, a flow) shows nowhere but in its registration.
 */
@NullMarked
package dev.harbor.tool;

import org.jspecify.annotations.NullMarked;
