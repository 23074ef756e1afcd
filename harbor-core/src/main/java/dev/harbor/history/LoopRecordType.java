package dev.harbor.history;

/** Names the kinds of records of a loop. A name or the shape behind it never changes; what changes gets a higher version. */
public final class LoopRecordType {

    /** The version of all shapes. */
    public static final int VERSION = 1;

    /** A loop is made. */
    public static final String OPENED = "loop.opened";

    /** An input is taken. */
    public static final String INPUT = "loop.input";

    /** An input is taken back. */
    public static final String WITHDRAWN = "loop.input_withdrawn";

    /** The turn of an input begins. */
    public static final String TURN_STARTED = "loop.turn_started";

    /** A turn has ended. */
    public static final String TURN_ENDED = "loop.turn_ended";

    /** The mode of the next turn. */
    public static final String MODE_CHANGED = "loop.mode_changed";

    /** A source has other tools. */
    public static final String TOOLSET_CHANGED = "loop.external_toolset_changed";

    /** The loop is ended for good. */
    public static final String ENDED = "loop.ended";

    private LoopRecordType() {}
}
