/** Servers that misbehave, one fault each, and the clients that are run over them. */
@NullMarked
package dev.harbor.tools.mcp.peers;

import org.jspecify.annotations.NullMarked;
