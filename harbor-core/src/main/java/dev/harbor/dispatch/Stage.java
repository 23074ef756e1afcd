package dev.harbor.dispatch;

/** Is one stage of the path. It lets the call go on, or ends it with an outcome. */
interface Stage {

    /** Returns the name, as the documentation lists it. */
    String name();

    /** Tells whether the stage runs for a call; one that has ended, or waits, skips every stage but those that keep account of it. */
    default boolean concerns(CallContext call) {
        return !call.isEnded() && call.suspension() == null;
    }

    /** Does its part; {@link CallContext#end} ends the call. */
    void apply(CallContext call);
}
