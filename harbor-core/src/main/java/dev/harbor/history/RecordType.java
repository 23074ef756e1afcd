package dev.harbor.history;

/** Names the kinds of records of a run. A name or the shape behind it never changes; what changes gets a higher version. */
public final class RecordType {

    /** The version of most shapes; see {@link #version}. */
    public static final int VERSION = 1;

    /** Since then a call may wait for its tool, and go on. */
    static final int VERSION_OF_INTENTS = 2;

    static final int VERSION_OF_CALL_PAUSES = 3;

    /** Since then a pause keeps the digest of its token and not the token. */
    static final int VERSION_OF_PAUSES = 2;

    /** A run or child run begins. */
    public static final String STARTED = "run.started";

    /** The model is about to be asked. */
    public static final String MODEL_CALLED = "model.called";

    /** The model has answered, or an answer was paid for. */
    public static final String MODEL_ANSWERED = "model.answered";

    /** The planner has decided. */
    public static final String DECIDED = "run.decided";

    /** Something other than a call came of a decision. */
    public static final String OBSERVED = "run.observed";

    /** A call came to an end without an intent. */
    public static final String CALL_REJECTED = "call.rejected";

    /** A tool is about to run. */
    public static final String CALL_INTENDED = "call.intended";

    /** The outcome of an intended call. */
    public static final String CALL_SETTLED = "call.settled";

    /** A call waits. */
    public static final String CALL_PAUSED = "call.paused";

    /** An operator found out what became of a call. */
    public static final String CALL_RESOLVED = "call.resolved";

    /** A model has claimed something. */
    public static final String CLAIMED = "evidence.claimed";

    /** The run itself opened a pause. */
    public static final String PAUSED = "run.paused";

    /** The run waits, and nothing drives it. */
    public static final String WAITING = "run.waiting";

    /** The run goes on. */
    public static final String RESUMED = "run.resumed";

    /** The run has ended. */
    public static final String ENDED = "run.ended";

    /** A pause was resolved, by a person or by time. */
    public static final String PAUSE_RESOLVED = "pause.resolved";

    /** The tool of a call that waited was told that it will not go on, or nobody tries to tell it any more. */
    public static final String CALL_ABANDONED = "call.abandoned";

    /** Somebody wants something of the run from outside. */
    public static final String CONTROLLED = "run.controlled";

    private RecordType() {}

    /** Returns the version of a kind that is written; lower ones are read as well. */
    public static int version(String type) {
        return switch (type) {
            case PAUSED -> VERSION_OF_PAUSES;
            case CALL_PAUSED -> VERSION_OF_CALL_PAUSES;
            case CALL_INTENDED -> VERSION_OF_INTENTS;
            default -> VERSION;
        };
    }
}
