/**
 * OpenAPI documents as HTTP tools: {@link dev.harbor.tools.openapi.OpenApiTools} is a source whose tools are the operations of a document of version 3.0 or 3.1.
 * Documents are untrusted: they are read within bounds, never fetch anything, name no credential, and an operation that can't be offered is reported and left out.
 */
@NullMarked
package dev.harbor.tools.openapi;

import org.jspecify.annotations.NullMarked;
