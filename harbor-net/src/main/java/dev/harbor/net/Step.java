package dev.harbor.net;

/** Is what a request is waiting for; each has its time limit. */
enum Step {
    QUEUE("no connection was free"),
    RESOLVE("the host's name was not resolved"),
    CONNECT("there was no connection"),
    TUNNEL("the proxy did not answer"),
    TLS("the TLS handshake did not end"),
    HEAD("there was no whole head of an answer"),
    BODY("no byte of the answer came"),
    WHOLE("the answer did not end");

    private final String late;

    Step(String late) {
        this.late = late;
    }

    /** Returns what is said when the time is over. */
    String late() {
        return late;
    }

    NetFailure failure() {
        return this == QUEUE ? NetFailure.NO_CONNECTION_FREE : NetFailure.TIMEOUT;
    }
}
