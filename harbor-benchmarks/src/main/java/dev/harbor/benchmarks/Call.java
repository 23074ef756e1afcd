package dev.harbor.benchmarks;

/** A tool call as every contender can make it: the arguments as the model wrote them in, the result as the model reads it out. */
@FunctionalInterface
interface Call {

    String call(String arguments);
}
