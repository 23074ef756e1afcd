/**
 * Servers of the Model Context Protocol as sources of tools: started as a child process ({@link dev.harbor.tools.mcp.McpTools#stdio}) or reached over HTTP
 * ({@link dev.harbor.tools.mcp.McpTools#http}). A server's words are never trusted: what a tool does to the world, under which name and with which policy it
 * runs is said by the host ({@link dev.harbor.tools.mcp.McpBinding}).
 */
@NullMarked
package dev.harbor.tools.mcp;

import org.jspecify.annotations.NullMarked;
