package dev.harbor.tools.a2a;

import java.time.Duration;

/**
 * Is how the tools of an agent behave.
 *
 * @param continuous whether calls of one session go on with one conversation
 * @param parks whether a call can wait; otherwise what a task waits for is its result
 */
record ToolSettings(
        A2aQuestions questions, A2aDeadline deadline, boolean continuous, boolean parks, Conversations conversations) {

    /** How long a call takes at most whose policy and caller set no limit. */
    static final Duration NO_LIMIT = Duration.ofDays(1);
}
