package dev.harbor.net;

/** Is why a request was ended from outside, rather than by what it met. */
record Ending(NetFailure failure, String what) {

    static final Ending CLIENT_CLOSED = new Ending(NetFailure.CLOSED, "the client was closed");
    static final Ending REPLY_CLOSED = new Ending(NetFailure.CLOSED, "the reply was closed before its end");

    static Ending late(Step step) {
        return new Ending(step.failure(), step.late() + " in time");
    }
}
