package dev.harbor.tools.mcp;

import dev.harbor.json.Json;

/** Keeps the requests whose answers come over one stream for all. */
interface Pendings {

    /** Forgets a request; false if it was not there any more. */
    boolean forget(long id);

    /** Sends a message that nobody answers. */
    void send(Json message);
}
