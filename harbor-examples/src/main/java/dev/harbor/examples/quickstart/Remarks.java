package dev.harbor.examples.quickstart;

import dev.harbor.plan.Decision;
import dev.harbor.plan.PlanContext;
import dev.harbor.planner.PlannerListener;
import java.util.function.Consumer;

/** Gathers what the model says in a turn, and tells it when the turn has ended. For one run at a time. */
final class Remarks implements PlannerListener {

    private final Consumer<String> listener;
    private final StringBuffer said = new StringBuffer();

    Remarks(Consumer<String> listener) {
        this.listener = listener;
    }

    @Override
    public void asking(PlanContext context, int attempt) {
        said.setLength(0);
    }

    @Override
    public void said(PlanContext context, String piece) {
        said.append(piece);
    }

    @Override
    public void decided(PlanContext context, Decision decision) {
        listener.accept(said.toString());
    }
}
