/**
 * JSON as values: immutable text with its digits kept, one codec per Java type that gives the schema, reads and writes, and schemas that are enforced.
 * The JSON libraries inside never show in a signature.
 */
@NullMarked
package dev.harbor.json;

import org.jspecify.annotations.NullMarked;
