/** An agent over two MCP servers that others wrote: it reads the notes of a folder and remembers what they say of whom. */
@NullMarked
package dev.harbor.examples.notes;

import org.jspecify.annotations.NullMarked;
