/**
 * The only durable truth: streams of ordered, append-only records, each claimed by one owner at a time and found by its head. What is recorded is the
 * business of runs and loops; a journal keeps it whole, in order and to one writer. To write one, extend the journal contract of the test kit.
 */
@NullMarked
package dev.harbor.journal;

import org.jspecify.annotations.NullMarked;
