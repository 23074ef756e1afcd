/**
 * Models of any provider that LangChain4j has, behind Harbor's one method. What they are given are messages and a form of answer; their own tool calling is not
 * used.
 */
@NullMarked
package dev.harbor.llm.langchain4j;

import org.jspecify.annotations.NullMarked;
