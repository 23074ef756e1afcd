/** The only durable truth: ordered, append-only records of one stream each. */
@NullMarked
package dev.harbor.journal;

import org.jspecify.annotations.NullMarked;
