package dev.harbor.planner;

import dev.harbor.llm.TokenEstimate;
import dev.harbor.plan.Decision;
import dev.harbor.plan.FinishReason;
import dev.harbor.plan.PlanContext;
import dev.harbor.plan.Planner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Decides by asking a model. In each turn it writes what the run knows into a prompt, asks for one JSON action, reads the answer leniently and asks again when
 * it is none, within a bound. Unknown tools and bad arguments are answered by the runtime and read by the model in the next turn; they end no run.
 *
 * <pre>{@code
 * HarborRuntime runtime = HarborRuntime.builder()
 *         .llm(client)
 *         .planner(ModelPlanner.create())
 *         ...
 * }</pre>
 *
 * <p>What a model does that can't go on ends the run with {@link FinishReason#NO_PATH} and a result whose {@code gave_up} names the limit: {@code answers} when
 * no answer in a turn was an action, {@code faults} when calls were refused too often in a row, {@code steps} when there were too many.
 *
 * <p>Thread-safe: it keeps nothing of a run. It remembers in which form the model can answer.
 */
public final class ModelPlanner implements Planner {

    /** How many answers are asked for in a turn, the first included, when nothing is said: {@value}. */
    public static final int DEFAULT_MAX_ANSWERS = 3;

    /** How many steps a run may have when nothing is said: {@value}. */
    public static final int DEFAULT_MAX_STEPS = 256;

    /** How often a call may be made that has the same result each time, when nothing is said: {@value}. */
    public static final int DEFAULT_MAX_REPEATS = 5;

    /** How many steps in a row may be calls that are refused, when nothing is said: {@value}. */
    public static final int DEFAULT_MAX_FAULTS = 8;

    /** How many examples of a tool are shown when nothing is said: {@value}. */
    public static final int DEFAULT_MAX_EXAMPLES = 3;

    /** About how many tokens a prompt may have when nothing is said: {@value}. */
    public static final long DEFAULT_PROMPT_TOKENS = 32_000;

    /** How long one answer may take when nothing is said: 5 minutes. */
    public static final Duration DEFAULT_ANSWER_TIMEOUT = Duration.ofMinutes(5);

    private final Settings settings;
    private final Listeners listeners;
    private final FormatFloor formats = new FormatFloor();

    private ModelPlanner(Settings settings) {
        this.settings = settings;
        this.listeners = new Listeners(settings.listeners());
    }

    /** Returns a planner with every default: it calls tools and finishes, and neither spawns tasks nor asks people. */
    public static ModelPlanner create() {
        return builder().build();
    }

    /** Returns a builder with every default. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Decides. Blocks on the model.
     *
     * @throws dev.harbor.llm.LlmException if the model can't be asked or does not answer
     * @throws dev.harbor.llm.ContextLeakException if something in the prompt is heavy, which nothing is that came through the runtime
     */
    @Override
    public Decision next(PlanContext context) {
        Objects.requireNonNull(context, "context");
        return new Turn(settings, context, listeners, formats.over(context)).decide();
    }

    /** Collects settings. Each setter checks its own argument. Not thread-safe. */
    public static final class Builder {

        private final Set<Arm> arms = EnumSet.of(Arm.CALL, Arm.FINISH);
        private final List<PlannerListener> listeners = new ArrayList<>();
        private int maxCalls = Decision.MAX_PARALLEL_CALLS;
        private int maxAnswers = DEFAULT_MAX_ANSWERS;
        private int maxSteps = DEFAULT_MAX_STEPS;
        private int maxRepeats = DEFAULT_MAX_REPEATS;
        private int maxFaults = DEFAULT_MAX_FAULTS;
        private int maxExamples = DEFAULT_MAX_EXAMPLES;
        private long promptTokens = DEFAULT_PROMPT_TOKENS;
        private Duration answerTimeout = DEFAULT_ANSWER_TIMEOUT;
        private TokenEstimate estimate = TokenEstimate.standard();

        private Builder() {}

        /** Says whether the model may spawn tasks and wait for them; false when never set. */
        public Builder tasks(boolean allowed) {
            return arm(allowed, Arm.SPAWN).arm(allowed, Arm.AWAIT);
        }

        /** Says whether the model may let the run wait for a person; false when never set. */
        public Builder pauses(boolean allowed) {
            return arm(allowed, Arm.PAUSE);
        }

        private Builder arm(boolean allowed, Arm arm) {
            if (allowed) {
                arms.add(arm);
            } else {
                arms.remove(arm);
            }
            return this;
        }

        /**
         * Sets how many calls one answer may ask for, 1 to {@value Decision#MAX_PARALLEL_CALLS}, which it is when never set.
         *
         * @throws IllegalArgumentException if it is out of bounds
         */
        public Builder maxCalls(int calls) {
            maxCalls = bounded("maxCalls", calls, Decision.MAX_PARALLEL_CALLS);
            return this;
        }

        /**
         * Sets how many answers are asked for in a turn, the first included, 1 to 10; {@value ModelPlanner#DEFAULT_MAX_ANSWERS} when never set.
         *
         * @throws IllegalArgumentException if it is out of bounds
         */
        public Builder maxAnswers(int answers) {
            maxAnswers = bounded("maxAnswers", answers, 10);
            return this;
        }

        /**
         * Sets after how many steps the run is given up, 1 to 1,000,000; {@value ModelPlanner#DEFAULT_MAX_STEPS} when never set.
         *
         * @throws IllegalArgumentException if it is out of bounds
         */
        public Builder maxSteps(int steps) {
            maxSteps = bounded("maxSteps", steps, 1_000_000);
            return this;
        }

        /**
         * Sets how often a call may be made that has the same result each time, 1 to 1,000; {@value ModelPlanner#DEFAULT_MAX_REPEATS} when never set. A run
         * that polls needs more.
         *
         * @throws IllegalArgumentException if it is out of bounds
         */
        public Builder maxRepeats(int times) {
            maxRepeats = bounded("maxRepeats", times, 1_000);
            return this;
        }

        /**
         * Sets how many steps in a row may be calls of unknown tools or with bad arguments, 1 to 1,000; {@value ModelPlanner#DEFAULT_MAX_FAULTS} when never
         * set.
         *
         * @throws IllegalArgumentException if it is out of bounds
         */
        public Builder maxFaults(int steps) {
            maxFaults = bounded("maxFaults", steps, 1_000);
            return this;
        }

        /**
         * Sets how many examples of a tool are shown, 0 to 100, minimal ones first; {@value ModelPlanner#DEFAULT_MAX_EXAMPLES} when never set.
         *
         * @throws IllegalArgumentException if it is out of bounds
         */
        public Builder maxExamples(int examples) {
            if (examples != 0) {
                bounded("maxExamples", examples, 100);
            }
            maxExamples = examples;
            return this;
        }

        /**
         * Sets about how many tokens a prompt may have, 1,000 or more; {@value ModelPlanner#DEFAULT_PROMPT_TOKENS} when never set. Half of it is for the tools,
         * which are shown in less detail when they need more; older steps are shortened and then left out. The newest step is always whole.
         *
         * @throws IllegalArgumentException if it is less than 1,000
         */
        public Builder promptTokens(long tokens) {
            if (tokens < 1_000) {
                throw new IllegalArgumentException("promptTokens must be 1000 or more, got " + tokens);
            }
            promptTokens = tokens;
            return this;
        }

        /**
         * Sets how long one answer may take; {@link ModelPlanner#DEFAULT_ANSWER_TIMEOUT} when never set. What is left of the run's time counts if it is less.
         *
         * @throws IllegalArgumentException if it is not more than zero
         */
        public Builder answerTimeout(Duration timeout) {
            if (timeout.isZero() || timeout.isNegative()) {
                throw new IllegalArgumentException("answerTimeout must be more than zero, got " + timeout);
            }
            answerTimeout = timeout;
            return this;
        }

        /** Sets how tokens are estimated; {@link TokenEstimate#standard()} when never set. */
        public Builder tokens(TokenEstimate value) {
            estimate = Objects.requireNonNull(value, "tokens");
            return this;
        }

        /** Adds who hears what the planner does. */
        public Builder listener(PlannerListener listener) {
            listeners.add(Objects.requireNonNull(listener, "listener"));
            return this;
        }

        /** Returns the planner; the builder may be used again. */
        public ModelPlanner build() {
            return new ModelPlanner(new Settings(
                    Set.copyOf(arms),
                    maxCalls,
                    maxAnswers,
                    maxSteps,
                    maxRepeats,
                    maxFaults,
                    maxExamples,
                    promptTokens,
                    answerTimeout,
                    estimate,
                    List.copyOf(listeners)));
        }

        private static int bounded(String what, int value, int most) {
            if (value < 1 || value > most) {
                throw new IllegalArgumentException(what + " must be 1 to " + most + ", got " + value);
            }
            return value;
        }
    }
}
