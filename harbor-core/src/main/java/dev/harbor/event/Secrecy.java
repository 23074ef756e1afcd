package dev.harbor.event;

/** Says what the name of a value tells about it. Immutable. */
enum Secrecy {
    /** Nothing. */
    OPEN,
    /** It is a token, or a number of tokens. */
    TOKEN,
    /** It is a secret. */
    SECRET;

    Secrecy or(Secrecy other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
