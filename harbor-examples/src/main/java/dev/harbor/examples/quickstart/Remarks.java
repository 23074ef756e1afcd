package dev.harbor.examples.quickstart;

import dev.harbor.plan.Decision;
import dev.harbor.plan.PlanContext;
import dev.harbor.planner.PlannerListener;
import java.util.function.Consumer;

/** Gathers what the model says in a turn, and tells it when the turn has ended. For one run at a time; pieces may come on any thread. */
final class Remarks implements PlannerListener {

    private final Consumer<String> listener;
    private final StringBuilder said = new StringBuilder();

    Remarks(Consumer<String> listener) {
        this.listener = listener;
    }

    @Override
    public synchronized void asking(PlanContext context, int attempt) {
        said.setLength(0);
    }

    @Override
    public synchronized void said(PlanContext context, String piece) {
        said.append(piece);
    }

    @Override
    public void decided(PlanContext context, Decision decision) {
        listener.accept(text());
    }

    private synchronized String text() {
        return said.toString();
    }
}
