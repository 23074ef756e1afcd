/**
 * An operator's view of a runtime: its runs, what they did and found out, what waits for a person, tools and where they come from, live. An
 * {@link dev.harbor.inspector.Inspector} belongs to no framework; the embedder's own HTTP server hands it requests and sends what it answers. It refuses everything until it is
 * told who may see what.
 */
@NullMarked
package dev.harbor.inspector;

import org.jspecify.annotations.NullMarked;
