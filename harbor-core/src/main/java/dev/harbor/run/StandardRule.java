package dev.harbor.run;

/** Is an evaluator of our own, whose defaults are known. */
interface StandardRule extends CompletionEvaluator {

    ParameterDefaults parameters();
}
