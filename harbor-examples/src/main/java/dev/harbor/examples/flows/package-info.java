/** A flow in a run: an order is priced, approved by a person in the middle, charged and shipped. */
@NullMarked
package dev.harbor.examples.flows;

import org.jspecify.annotations.NullMarked;
