/**
 * HTTP endpoints as tools: described inline ({@link dev.harbor.tools.http.HttpTool}) or in a file ({@link dev.harbor.tools.http.HttpManifest}), sent through
 * one guarded pool of connections ({@link dev.harbor.tools.http.HttpAccess}). Scheme, host and port are fixed when a tool is described; arguments fill
 * path segments, the query, declared headers and cookies, and the body, always escaped.
 */
@NullMarked
package dev.harbor.tools.http;

import org.jspecify.annotations.NullMarked;
