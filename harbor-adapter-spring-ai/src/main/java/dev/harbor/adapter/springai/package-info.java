/** Tools that were written for Spring AI, called by Harbor: with its schemas, decoding, policies and records. */
@NullMarked
package dev.harbor.adapter.springai;

import org.jspecify.annotations.NullMarked;
