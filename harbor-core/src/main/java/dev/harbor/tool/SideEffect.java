package dev.harbor.tool;

import java.util.Locale;

/**
 * Says what a tool does to the world. It is declared by who registers the tool, never by a remote server, and it decides about retries, order and
 * recovery. Immutable.
 */
public enum SideEffect {
    /** Depends on its arguments alone and changes nothing. */
    PURE,
    /** Looks at something outside and changes nothing. */
    READ,
    /** Changes something that belongs to the caller's system. */
    WRITE,
    /** Reaches out to somebody else's system. */
    EXTERNAL,
    /** Keeps state between calls; the class of a tool that declares none. */
    STATEFUL;

    /** Tells whether a call may be made again without thinking: true for pure and reading tools only. */
    public boolean isReplayable() {
        return this == PURE || this == READ;
    }

    /** Returns the spelling in configuration, prompts, events and journals: the lower-case name. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
