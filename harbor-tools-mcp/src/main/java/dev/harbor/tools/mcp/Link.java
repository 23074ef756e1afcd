package dev.harbor.tools.mcp;

import dev.harbor.json.Json;

/** Carries messages to one server and back. Thread-safe. */
interface Link extends AutoCloseable {

    /**
     * Sends a request.
     *
     * @throws LinkFailure if it could not be sent
     */
    Exchange open(Request request, Patience patience) throws InterruptedException;

    /** Sends a message that nobody answers. It may be lost. */
    void send(Json message);

    /** Hears which version is spoken from now on. */
    void speak(Spoken spoken);

    /** Listens for what the server says by itself, if that takes something; called once, after the version is known. */
    void listen() throws InterruptedException;

    /** Ends the connection. May be called more than once. */
    @Override
    void close();

    /** Takes what the server says by itself. Its methods are quick. */
    interface Inbound {

        /** Takes a notification. */
        void notified(String method, Json params);

        /** Takes a question; {@code exchange} is the request that it belongs to, or null if that can't be told. */
        void asked(Question question, @org.jspecify.annotations.Nullable Exchange exchange);

        /** Hears that something came that is no message. */
        void noise(String beginning);

        /** Hears that an answer came that nobody waits for. */
        void stray();

        /** Hears that the connection is over. Called at most once, unless it was closed from here. */
        void lost(LinkFailure why);
    }
}
