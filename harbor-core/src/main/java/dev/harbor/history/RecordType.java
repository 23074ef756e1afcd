package dev.harbor.history;

/** Names the kinds of records of a run. A name or the shape behind it never changes; what changes gets a higher version. */
public final class RecordType {

    /** The version of the shapes that are written. */
    public static final int VERSION = 1;

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

    private RecordType() {}
}
