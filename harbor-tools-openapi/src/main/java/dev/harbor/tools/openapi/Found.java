package dev.harbor.tools.openapi;

/**
 * Is an operation where it stands. Immutable.
 *
 * @param what what it is called
 * @param path the item of the path that it stands in
 * @param node itself
 */
record Found(OpenApiOperation what, Node path, Node node) {}
