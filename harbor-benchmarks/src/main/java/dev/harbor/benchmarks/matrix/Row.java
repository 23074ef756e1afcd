package dev.harbor.benchmarks.matrix;

import java.util.List;
import java.util.function.Supplier;

/**
 * Is one row: a tool, an input, and the answer that is right.
 *
 * @param what says it in a few words
 * @param tools makes the tool objects
 * @param arguments the text of the arguments
 * @param right the cell of the right answer
 * @param about what a framework must have a say in to be asked
 */
record Row(String what, Supplier<List<Object>> tools, String arguments, String right, About about) {

    /** The name of every tool. */
    static final String TOOL = "call";

    /** Is what a row is about. */
    enum About {
        /** What a tool gets and gives. */
        CALL,
        /** The text of the arguments, which a framework never sees whose model clients read it. */
        TEXT,
        /** Several objects in one place. */
        SEVERAL
    }

    boolean isRight(String cell) {
        return cell.equals(right);
    }
}
