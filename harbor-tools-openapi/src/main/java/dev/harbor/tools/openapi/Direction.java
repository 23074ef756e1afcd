package dev.harbor.tools.openapi;

/** Says which way a value goes. Immutable. */
enum Direction {
    /** Arguments: what is only read is left out. */
    REQUEST("readOnly"),
    /** Results: what is only written is left out. */
    RESPONSE("writeOnly");

    /** The mark of members that don't go this way. */
    final String excluded;

    Direction(String excluded) {
        this.excluded = excluded;
    }
}
