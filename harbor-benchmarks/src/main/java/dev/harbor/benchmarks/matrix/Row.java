package dev.harbor.benchmarks.matrix;

import java.util.function.Supplier;

/**
 * Is one row: a tool, an input, and the answer that is right.
 *
 * @param what says it in a few words
 * @param tools makes the tool object
 * @param arguments the text of the arguments
 * @param right what a cell of the right answer begins with
 */
record Row(String what, Supplier<Object> tools, String arguments, String right) {

    boolean isRight(String cell) {
        return cell.startsWith(right);
    }
}
