package dev.harbor.artifact;

/** Says how a claim came to be. Only a tool that was granted it can observe or verify. Immutable. */
public enum Provenance {
    /** A model said so. */
    MODEL,
    /** A trusted tool saw it happen. */
    OBSERVED,
    /** An independent check confirmed or refuted it. */
    VERIFIED
}
