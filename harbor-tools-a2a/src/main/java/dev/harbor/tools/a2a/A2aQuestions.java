package dev.harbor.tools.a2a;

/** Says who answers when an agent asks something in the middle of its work. Immutable. */
public enum A2aQuestions {
    /** A person: the call waits, over a restart too, and goes on with the answer. The default. */
    PERSON,
    /** The planner: the question is the result, with a handle by which another call answers it. */
    PLANNER
}
