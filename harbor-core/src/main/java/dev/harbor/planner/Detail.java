package dev.harbor.planner;

/** Says how much of each tool a prompt shows. */
enum Detail {
    /** Everything that a planner may see. */
    FULL,
    /** Neither hints nor examples, and the beginning of the description. */
    SHORT,
    /** The names of the arguments in place of their schema. */
    NAMES
}
