package dev.harbor.tools.a2a;

import dev.harbor.identity.Identity;
import org.jspecify.annotations.Nullable;

/** Remembers where the conversation of each loop stands. Implementations are thread-safe. */
interface Talks {

    /** Returns what a loop can go on from; null when there is nothing. */
    Conversations.@Nullable Kept find(Identity identity, String loop);

    /** Remembers what a loop can go on from. */
    void keep(Identity identity, String loop, Conversations.Kept kept);

    /** Returns a memory that lasts as long as the process. */
    static Talks inProcess() {
        Conversations conversations = new Conversations();
        return new Talks() {
            @Override
            public Conversations.@Nullable Kept find(Identity identity, String loop) {
                return conversations.find(identity, name(identity, loop));
            }

            @Override
            public void keep(Identity identity, String loop, Conversations.Kept kept) {
                conversations.keep(name(identity, loop), kept);
            }

            private static String name(Identity identity, String loop) {
                return "loop:" + loop + '|' + identity;
            }
        };
    }
}
