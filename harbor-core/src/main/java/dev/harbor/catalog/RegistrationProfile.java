package dev.harbor.catalog;

/** Says how strict a catalog is about what it registers. Immutable. */
public enum RegistrationProfile {
    /** Any name that a {@link dev.harbor.tool.ToolId} allows and any legal schema; the default. */
    OPEN,
    /**
     * Names of dotted lower-case segments ({@code files.read}), a declared effect, a description of at most {@value ToolChecks#MAX_STRICT_DESCRIPTION_BYTES}
     * bytes, and input schemas of the closed subset in which every keyword is enforced ({@link dev.harbor.tool.Tool#strict}).
     */
    STRICT
}
