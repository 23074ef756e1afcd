package dev.harbor.tools.a2a;

import dev.harbor.error.ErrorCode;

/** Makes what a call throws whose remote task waits for somebody. */
final class Pauses {

    private static final ErrorCode INPUT = ErrorCode.of("A2A_INPUT_REQUIRED");
    private static final int LONGEST = 2000;

    private Pauses() {}

    static RuntimeException question(RemoteTask task, Parked state) {
        return waiting("the remote agent asks: ", task, state);
    }

    static RuntimeException authorise(RemoteTask task, Parked state) {
        return waiting("the remote agent wants to be authorised: ", task, state);
    }

    static RuntimeException detached(RemoteTask task, Parked state) {
        return waiting("the remote agent goes on working: ", task, state);
    }

    private static RuntimeException waiting(String what, RemoteTask task, Parked state) {
        String words = Words.text(task.status().text(), LONGEST);
        return Failures.permanent(INPUT, what + words + " (task " + Words.line(state.taskId()) + ")");
    }
}
