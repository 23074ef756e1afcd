package dev.harbor.benchmarks;

import dev.harbor.tool.SideEffect;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The same tool call by everyone: JSON text in, JSON text out. */
@State(Scope.Benchmark)
public class DispatchBenchmark {

    /** Who makes the call. */
    public enum Contender {
        /** Identity, resolution, validation, access, policy, events: all of it, on the caller's thread. */
        HARBOR,
        /** {@code DefaultToolExecutor.execute}. */
        LANGCHAIN4J,
        /** {@code MethodToolCallback.call}. */
        SPRING_AI_METHOD,
        /** {@code FunctionToolCallback.call}. */
        SPRING_AI_FUNCTION,
        /** {@code FunctionTool.runAsync}, with text in and out added. */
        ADK;

        Call add() {
            return switch (this) {
                case HARBOR -> HarborCalls.of(HarborCalls.add(SideEffect.PURE));
                case LANGCHAIN4J -> Langchain4jCalls.of("add");
                case SPRING_AI_METHOD -> SpringAiCalls.ofMethod("add");
                case SPRING_AI_FUNCTION -> SpringAiCalls.ofFunction(Add.class, Add::sum);
                case ADK -> AdkCalls.of("add");
            };
        }

        Call refund() {
            return switch (this) {
                case HARBOR -> HarborCalls.of(HarborCalls.refund(SideEffect.PURE));
                case LANGCHAIN4J -> Langchain4jCalls.of("refund");
                case SPRING_AI_METHOD -> SpringAiCalls.ofMethod("refund");
                case SPRING_AI_FUNCTION -> SpringAiCalls.ofFunction(Refund.class, Refund::receipt);
                case ADK -> AdkCalls.of("refund");
            };
        }
    }

    /** What is called. */
    public enum Payload {
        /** Two numbers. */
        ADD(Add.JSON, Add.Sum.JSON),
        /** An object of 300 bytes. */
        REFUND(Refund.JSON, Refund.Receipt.JSON);

        private final String arguments;
        private final String result;

        Payload(String arguments, String result) {
            this.arguments = arguments;
            this.result = result;
        }

        String arguments() {
            return arguments;
        }

        Call by(Contender contender) {
            return this == ADD ? contender.add() : contender.refund();
        }

        /** A contender that gives anything else does other work than the rest, and its time would say nothing. */
        void check(String given) {
            if (!given.equals(result)) {
                throw new IllegalStateException("expected " + result + " but got " + given);
            }
        }
    }

    /** Who. */
    @Param
    public Contender contender = Contender.HARBOR;

    /** What. */
    @Param
    public Payload payload = Payload.ADD;

    private Call call = arguments -> arguments;
    private String arguments = "";

    /** Makes the call ready and checks once that it does the work. */
    @Setup
    public void prepare() {
        call = payload.by(contender);
        arguments = payload.arguments();
        payload.check(call.call(arguments));
    }

    /** Makes the call. */
    @Benchmark
    public String call() {
        return call.call(arguments);
    }
}
