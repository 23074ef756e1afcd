package dev.harbor.planner;

import dev.harbor.plan.Decision;

/** Is what was read out of an answer: the decision, and what the model says to people about it, which may be empty. */
record Answer(Decision decision, String say) {}
