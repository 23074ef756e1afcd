/**
 * Methods of an object as tools: {@link dev.harbor.tool.annotation.HarborTool} marks a method, {@link dev.harbor.json.Param} describes its parameters, and
 * {@link dev.harbor.tool.annotation.AnnotatedTools} makes the tools. What can't be offered exactly is refused there, never when it is called.
 */
@NullMarked
package dev.harbor.tool.annotation;

import org.jspecify.annotations.NullMarked;
