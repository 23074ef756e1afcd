package dev.harbor.tools.a2a;

import java.util.Locale;

/** Says where a remote task stands. Immutable. */
enum TaskState {
    SUBMITTED,
    WORKING,
    COMPLETED,
    FAILED,
    CANCELED,
    REJECTED,
    INPUT_REQUIRED,
    AUTH_REQUIRED,
    /** What we don't know; it is taken for going on. */
    OTHER;

    /** The numbers of the protocol buffer, from 0. */
    private static final TaskState[] NUMBERED = {
        OTHER, SUBMITTED, WORKING, COMPLETED, FAILED, CANCELED, INPUT_REQUIRED, REJECTED, AUTH_REQUIRED
    };

    private static final String PREFIX = "TASK_STATE_";

    /** Reads a state of either version, by name or by number. */
    static TaskState of(String written) {
        String upper = written.toUpperCase(Locale.ROOT).replace('-', '_');
        String name = upper.startsWith(PREFIX) ? upper.substring(PREFIX.length()) : upper;
        for (TaskState state : values()) {
            if (state.name().equals(name)) {
                return state;
            }
        }
        if (name.equals("CANCELLED")) {
            return CANCELED;
        }
        return name.matches("[0-8]") ? NUMBERED[Integer.parseInt(name)] : OTHER;
    }

    boolean isTerminal() {
        return this == COMPLETED || this == FAILED || this == CANCELED || this == REJECTED;
    }

    boolean isInterrupted() {
        return this == INPUT_REQUIRED || this == AUTH_REQUIRED;
    }

    /** Returns the spelling in results: lower case with hyphens. */
    String wireName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
