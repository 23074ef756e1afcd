package dev.harbor.planner;

import dev.harbor.llm.TokenEstimate;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Is how a planner was built. Immutable. */
record Settings(
        Set<Arm> arms,
        int maxCalls,
        int maxAnswers,
        int maxSteps,
        int maxRepeats,
        int maxFaults,
        int maxExamples,
        long promptTokens,
        Duration answerTimeout,
        TokenEstimate estimate,
        List<PlannerListener> listeners) {}
