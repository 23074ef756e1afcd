/** Tools that were written for LangChain4j, called by Harbor: with its schemas, decoding, policies and records. */
@NullMarked
package dev.harbor.adapter.langchain4j;

import org.jspecify.annotations.NullMarked;
