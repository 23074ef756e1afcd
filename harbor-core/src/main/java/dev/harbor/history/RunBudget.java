package dev.harbor.history;

import dev.harbor.llm.LlmReply;
import dev.harbor.plan.BudgetLeft;
import dev.harbor.run.BudgetLimits;
import dev.harbor.run.RunUsage;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts what a run and its child runs use, over all drives. Every reservation is exact, however many ask at once.
 *
 * <p>Thread-safe.
 */
public final class RunBudget {

    static final String ELAPSED = "elapsed_budget_exhausted";

    /** Says that the model may not be asked again. */
    public static final String MODEL = "model_budget_exhausted";

    static final String TOOL = "tool_budget_exhausted";
    static final String OUTPUT = "output_budget_exhausted";
    static final String TOKENS = "token_budget_exhausted";
    static final String COST = "cost_budget_exhausted";
    static final String STEPS = "step_budget_exhausted";
    static final String STEPS_PER_DRIVE = "step_limit";

    private final BudgetLimits limits;
    private final LongSupplier nanoTime;
    private final long startedNanos;
    private long steps;
    private long stepsOfDrive;
    private long modelCalls;
    private long toolCalls;
    private long outputBytes;
    private long tokens;
    private long costMicros;
    private long childRuns;

    /**
     * Creates a budget for one drive.
     *
     * @param limits what the run may use
     * @param used what it has used before, the time since its start included
     * @param nanoTime the source of nanoseconds
     */
    public RunBudget(BudgetLimits limits, RunUsage used, LongSupplier nanoTime) {
        this.limits = limits;
        this.nanoTime = nanoTime;
        this.startedNanos = nanoTime.getAsLong() - used.elapsed().toNanos();
        this.steps = used.steps();
        this.modelCalls = used.modelCalls();
        this.toolCalls = used.toolCalls();
        this.outputBytes = used.outputBytes();
        this.tokens = used.tokens();
        this.costMicros = used.costMicros();
        this.childRuns = used.childRuns();
    }

    /** Returns when time is over, on the nano clock. */
    public long deadlineNanos() {
        Duration most = limits.maxElapsed();
        return most == null ? Long.MAX_VALUE : startedNanos + most.toNanos();
    }

    /** Reserves a decision; returns what is exhausted, or null. */
    public synchronized @Nullable String reserveStep() {
        String exhausted = exhausted();
        if (exhausted != null) {
            return exhausted;
        }
        if (steps >= limits.maxSteps()) {
            return STEPS;
        }
        if (stepsOfDrive >= limits.maxStepsPerDrive()) {
            return STEPS_PER_DRIVE;
        }
        steps++;
        stepsOfDrive++;
        return null;
    }

    /** Reserves a call of the model; returns what is exhausted, or null. */
    public synchronized @Nullable String reserveModelCall() {
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
    public synchronized @Nullable String reserveToolCall() {
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
    public synchronized void returnToolCall() {
        toolCalls--;
    }

    /** Reserves a child run; returns whether there may be one more. */
    public synchronized boolean reserveChildRun() {
        boolean isAllowed = childRuns < limits.maxChildRuns();
        if (isAllowed) {
            childRuns++;
        }
        return isAllowed;
    }

    /** Gives a reserved child run back, because its beginning could not be recorded. */
    public synchronized void returnChildRun() {
        childRuns--;
    }

    /** Counts what an answer of the model took. */
    public synchronized void used(LlmReply reply) {
        outputBytes += Records.outputBytes(reply);
        tokens += reply.usage().totalTokens();
        costMicros += reply.usage().costMicros();
    }

    /** Counts bytes of a result. */
    public synchronized void usedOutput(long bytes) {
        outputBytes += bytes;
    }

    /** Returns what is exhausted now, or null. */
    public synchronized @Nullable String exhausted() {
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

    /** Returns what was used so far. */
    public synchronized RunUsage usage() {
        return new RunUsage(elapsed(), steps, modelCalls, toolCalls, outputBytes, tokens, costMicros, childRuns);
    }

    /** Returns what is left. */
    public synchronized BudgetLeft left() {
        Duration most = limits.maxElapsed();
        return new BudgetLeft(
                most == null ? null : most.minus(elapsed()).isNegative() ? Duration.ZERO : most.minus(elapsed()),
                left(limits.maxModelCalls(), modelCalls),
                left(limits.maxToolCalls(), toolCalls),
                left(limits.maxOutputBytes(), outputBytes),
                left(limits.maxTokens(), tokens),
                left(limits.maxCostMicros(), costMicros),
                stepsLeft(),
                left(limits.maxChildRuns(), childRuns));
    }

    private Duration elapsed() {
        return Duration.ofNanos(nanoTime.getAsLong() - startedNanos);
    }

    private @Nullable Long stepsLeft() {
        long ofDrive = Math.max(0, limits.maxStepsPerDrive() - stepsOfDrive);
        Long ofRun = left(limits.maxSteps(), steps);
        return ofRun == null ? ofDrive : Math.min(ofDrive, ofRun);
    }

    private static @Nullable Long left(long limit, long used) {
        return limit == Long.MAX_VALUE ? null : Math.max(0, limit - used);
    }
}
