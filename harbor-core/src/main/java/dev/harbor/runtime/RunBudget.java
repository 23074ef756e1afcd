package dev.harbor.runtime;

import dev.harbor.llm.LlmReply;
import dev.harbor.plan.BudgetLeft;
import dev.harbor.run.BudgetLimits;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Counts what a run and its child runs use. Every reservation is exact, however many ask at once. */
final class RunBudget {

    static final String ELAPSED = "elapsed_budget_exhausted";
    static final String MODEL = "model_budget_exhausted";
    static final String TOOL = "tool_budget_exhausted";
    static final String OUTPUT = "output_budget_exhausted";
    static final String TOKENS = "token_budget_exhausted";
    static final String COST = "cost_budget_exhausted";
    static final String STEPS = "step_limit";

    private final BudgetLimits limits;
    private final LongSupplier nanoTime;
    private final long startedNanos;
    private long steps;
    private long modelCalls;
    private long toolCalls;
    private long outputBytes;
    private long tokens;
    private long costMicros;

    RunBudget(BudgetLimits limits, LongSupplier nanoTime) {
        this.limits = limits;
        this.nanoTime = nanoTime;
        this.startedNanos = nanoTime.getAsLong();
    }

    /** Returns when time is over, on the nano clock. */
    long deadlineNanos() {
        Duration most = limits.maxElapsed();
        return most == null ? Long.MAX_VALUE : startedNanos + most.toNanos();
    }

    /** Reserves a decision; returns what is exhausted, or null. */
    synchronized @Nullable String reserveStep() {
        String exhausted = exhausted();
        if (exhausted == null && steps >= limits.maxSteps()) {
            return STEPS;
        }
        if (exhausted == null) {
            steps++;
        }
        return exhausted;
    }

    /** Reserves a call of the model; returns what is exhausted, or null. */
    synchronized @Nullable String reserveModelCall() {
        String exhausted = exhausted();
        if (exhausted == null && modelCalls >= limits.maxModelCalls()) {
            return MODEL;
        }
        if (exhausted == null) {
            modelCalls++;
        }
        return exhausted;
    }

    /** Reserves a call of a tool; returns what is exhausted, or null. */
    synchronized @Nullable String reserveToolCall() {
        String exhausted = exhausted();
        if (exhausted == null && toolCalls >= limits.maxToolCalls()) {
            return TOOL;
        }
        if (exhausted == null) {
            toolCalls++;
        }
        return exhausted;
    }

    /** Gives a reserved call of a tool back, because its intent could not be recorded. */
    synchronized void returnToolCall() {
        toolCalls--;
    }

    synchronized void used(LlmReply reply) {
        outputBytes += reply.text().getBytes(StandardCharsets.UTF_8).length;
        tokens += reply.usage().totalTokens();
        costMicros += reply.usage().costMicros();
    }

    synchronized void usedOutput(long bytes) {
        outputBytes += bytes;
    }

    /** Returns what is exhausted now, or null. */
    synchronized @Nullable String exhausted() {
        if (nanoTime.getAsLong() - startedNanos >= maxElapsedNanos()) {
            return ELAPSED;
        }
        if (outputBytes > limits.maxOutputBytes()) {
            return OUTPUT;
        }
        if (tokens > limits.maxTokens()) {
            return TOKENS;
        }
        return costMicros > limits.maxCostMicros() ? COST : null;
    }

    private long maxElapsedNanos() {
        Duration most = limits.maxElapsed();
        return most == null ? Long.MAX_VALUE : most.toNanos();
    }

    synchronized RunUsage usage() {
        return new RunUsage(elapsed(), steps, modelCalls, toolCalls, outputBytes, tokens, costMicros);
    }

    synchronized BudgetLeft left() {
        Duration most = limits.maxElapsed();
        return new BudgetLeft(
                most == null ? null : most.minus(elapsed()).isNegative() ? Duration.ZERO : most.minus(elapsed()),
                left(limits.maxModelCalls(), modelCalls),
                left(limits.maxToolCalls(), toolCalls),
                left(limits.maxOutputBytes(), outputBytes),
                left(limits.maxTokens(), tokens),
                left(limits.maxCostMicros(), costMicros),
                left(limits.maxSteps(), steps));
    }

    private Duration elapsed() {
        return Duration.ofNanos(nanoTime.getAsLong() - startedNanos);
    }

    private static @Nullable Long left(long limit, long used) {
        return limit == Long.MAX_VALUE ? null : Math.max(0, limit - used);
    }
}
