package dev.harbor.policy;

/**
 * Says what kind of failure an attempt met, which is what decides whether another attempt makes sense. It is set by typed errors and never by the text of
 * a message. Immutable.
 */
public enum ErrorClass {
    /** May go away by itself, such as a connection that broke. */
    TRANSIENT("transient"),
    /** No answer within the attempt's time limit. */
    TIMEOUT("timeout"),
    /** The other side says that it failed. */
    SERVER("5xx"),
    /** Another attempt would fail the same way. */
    PERMANENT("permanent");

    private final String wireName;

    ErrorClass(String wireName) {
        this.wireName = wireName;
    }

    /** Returns the spelling in configuration, events and journals. */
    public String wireName() {
        return wireName;
    }
}
