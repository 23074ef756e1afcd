/**
 * A runtime as an agent: its tools and runs, served to callers that speak A2A 1.0. A {@link dev.harbor.tools.a2a.server.A2aServer} belongs to no framework;
 * the embedder's own HTTP server hands it requests and sends what it answers.
 */
@NullMarked
package dev.harbor.tools.a2a.server;

import org.jspecify.annotations.NullMarked;
