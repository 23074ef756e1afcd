package dev.harbor.net;

/** Says how far a request had come when it failed. Immutable. */
public enum Delivery {
    /** Not a byte of the request has left: nothing can have happened. */
    NOT_SENT,
    /** The request, or a part of it, may have left, and no answer has come: nobody knows what happened. */
    IN_DOUBT,
    /** The other side has answered with a status; what failed is what followed. */
    ANSWERED
}
