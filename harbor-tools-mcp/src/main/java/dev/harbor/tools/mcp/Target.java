package dev.harbor.tools.mcp;

/** Says where a server is. Immutable. */
sealed interface Target permits StdioTarget, HttpTarget {}
