package dev.harbor.tools.openapi;

/** Says why an operation did not become a tool, or why a document was refused. Immutable. */
public enum OpenApiReason {
    /** The document is not YAML or JSON, is no OpenAPI document, or can't be read. */
    INVALID_DOCUMENT,
    /** The document is of a version other than 3.0 and 3.1. */
    UNSUPPORTED_VERSION,
    /** A bound on bytes, depth, values, files, operations or schemas is broken. */
    TOO_LARGE,
    /** A reference leads nowhere, or to itself. */
    UNRESOLVED_REFERENCE,
    /** A reference leads out of the given files: to the network, or to another directory. */
    FOREIGN_REFERENCE,
    /** No server with scheme and host is named, or one is not usable. */
    NO_SERVER,
    /** A server of another origin than the document's would get credentials. */
    FOREIGN_SERVER,
    /** The operation needs a security scheme that can't be served, or that is not described. */
    UNSUPPORTED_SECURITY,
    /** No credential is mapped to a security scheme that the operation needs, or its provider does not know it. */
    NO_CREDENTIAL,
    /** A parameter, body or method can't be sent. */
    UNSUPPORTED_REQUEST,
    /** A schema is not legal. */
    INVALID_SCHEMA,
    /** What describes the operation makes no tool. */
    INVALID_OPERATION
}
