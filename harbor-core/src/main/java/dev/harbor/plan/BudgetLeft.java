package dev.harbor.plan;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Says what is left of a run's budget. Null means no limit.
 *
 * <p>Immutable.
 *
 * @param elapsed time
 * @param modelCalls calls of the model
 * @param toolCalls calls of tools
 * @param outputBytes bytes of results and answers
 * @param tokens tokens of the model
 * @param costMicros millionths of the currency that the model's cost table is in
 * @param steps decisions
 * @param childRuns child runs, those of child runs counted in
 */
public record BudgetLeft(
        @Nullable Duration elapsed,
        @Nullable Long modelCalls,
        @Nullable Long toolCalls,
        @Nullable Long outputBytes,
        @Nullable Long tokens,
        @Nullable Long costMicros,
        @Nullable Long steps,
        @Nullable Long childRuns) {

    /** No limits at all. */
    public static final BudgetLeft UNLIMITED = new BudgetLeft(null, null, null, null, null, null, null, null);
}
