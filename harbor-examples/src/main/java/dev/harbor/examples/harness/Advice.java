package dev.harbor.examples.harness;

import dev.harbor.pause.Pause;
import dev.harbor.run.Invocation;
import dev.harbor.run.InvocationState;
import dev.harbor.run.Run;
import dev.harbor.run.RunState;
import java.util.ArrayList;
import java.util.List;

/**
 * What keeps a run from going on, and what an operator can do about it.
 *
 * @param what what it is, as it follows "run is"
 * @param steps what to do, the first thing first; commands begin with the name of the program
 */
record Advice(String what, List<String> steps) {

    private static final String RESUME = Harness.NAME + " run --config FILE --event FILE --resume";

    static Advice of(RunView view) {
        Run run = view.run();
        List<Invocation> doubts = doubts(run);
        if (run.state().isTerminal()) {
            return new Advice(run.state().wireName() + ": " + run.reason(), List.of());
        }
        if (view.driver().isPresent()) {
            return new Advice(
                    "being driven by " + view.driver().get().name(),
                    List.of("It goes on by itself. If that process is dead, it can be resumed after "
                            + view.driver().get().until() + "."));
        }
        if (!doubts.isEmpty()) {
            return inDoubt(run, doubts);
        }
        if (!view.pauses().isEmpty()) {
            return decision(view.pauses());
        }
        return run.state() == RunState.WAITING ? waiting(run) : left();
    }

    /** A write whose process died is in doubt, whether or not that is on record yet. */
    private static List<Invocation> doubts(Run run) {
        return run.invocations().stream().filter(Advice::isInDoubt).toList();
    }

    private static boolean isInDoubt(Invocation call) {
        boolean isOpenWrite =
                call.state() == InvocationState.PENDING && !call.effect().isReplayable();
        return isOpenWrite || call.state() == InvocationState.UNKNOWN;
    }

    private static Advice inDoubt(Run run, List<Invocation> doubts) {
        List<String> steps = new ArrayList<>();
        steps.add("Look where the call has its effect and find out whether it happened. It is not repeated.");
        for (Invocation call : doubts) {
            steps.add(Harness.NAME + " resolve --run-id " + run.runId() + " --invocation-id " + call.callId()
                    + " --state succeeded|failed --actor NAME");
        }
        steps.add("Evidence of what you saw can be added by --evidence-json; a completion contract may need it.");
        steps.add(RESUME);
        String calls = String.join(
                ", ",
                doubts.stream()
                        .map(call -> call.tool() + " (" + call.callId() + ")")
                        .toList());
        return new Advice("waiting for an operator to resolve " + calls, steps);
    }

    private static Advice decision(List<Pause> pauses) {
        List<String> steps = new ArrayList<>();
        steps.add("Look at what is asked, which 'inspect' shows, and decide:");
        for (Pause pause : pauses) {
            steps.add(Harness.NAME + " approve|reject --pause-id " + pause.id() + " --actor NAME");
        }
        steps.add(RESUME);
        String what = String.join(", ", pauses.stream().map(Advice::asked).toList());
        return new Advice("waiting for a person to decide about " + what, steps);
    }

    private static String asked(Pause pause) {
        Pause.Call call = pause.call();
        return call == null ? pause.message() : call.tool() + " (" + call.callId() + ")";
    }

    private static Advice waiting(Run run) {
        if (run.reason().equals("paused")) {
            return new Advice("waiting because somebody paused it", List.of(RESUME));
        }
        return new Advice(
                "waiting for what its completion contract asks for: " + run.reason(),
                List.of(
                        "It goes on when it is told something new:",
                        RESUME + " --input-json JSON",
                        "If it can't be completed, end it:",
                        Harness.NAME + " cancel --run-id " + run.runId() + " --reason TEXT"));
    }

    private static Advice left() {
        return new Advice("not being driven: its process was closed or has died", List.of(RESUME));
    }
}
