package dev.harbor.tools.http;

import dev.harbor.net.Reply;

/** Is an answer, and what must not show of it. Confined to one call. */
record Exchange(Reply reply, SecretScrub scrub) implements AutoCloseable {

    @Override
    public void close() {
        reply.close();
    }
}
