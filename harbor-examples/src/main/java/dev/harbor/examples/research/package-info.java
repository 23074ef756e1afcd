/** A research agent: it gives each part of a question to a child run of its own, and puts together what they found. */
@NullMarked
package dev.harbor.examples.research;

import org.jspecify.annotations.NullMarked;
