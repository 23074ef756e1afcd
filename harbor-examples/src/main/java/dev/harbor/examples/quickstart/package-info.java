/**
 * The quickstart: an agent that surveys a directory. {@link dev.harbor.examples.quickstart.Quickstart} puts it together, {@code SurveyPlanner} asks the
 * model what to do next, {@code OfflineModel} stands in for a model, the {@code *Tools} do the work, and {@code Timeline} tells what happens.
 */
@NullMarked
package dev.harbor.examples.quickstart;

import org.jspecify.annotations.NullMarked;
