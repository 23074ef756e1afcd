package dev.harbor.benchmarks.matrix;

import java.util.function.Supplier;

/**
 * Is one row: a tool, an input, and the answer that is right.
 *
 * @param what says it in a few words
 * @param tools makes the tool object
 * @param arguments the text of the arguments
 * @param right the cell of the right answer
 * @param isOfText whether it is about the text of the arguments, which a framework never sees whose model clients read it
 */
record Row(String what, Supplier<Object> tools, String arguments, String right, boolean isOfText) {

    /** The name of every tool. */
    static final String TOOL = "call";

    boolean isRight(String cell) {
        return cell.equals(right);
    }
}
