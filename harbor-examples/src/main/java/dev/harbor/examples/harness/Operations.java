package dev.harbor.examples.harness;

import dev.harbor.error.StoreException;
import dev.harbor.journal.HeadQuery;
import dev.harbor.pause.Pause;
import dev.harbor.run.Run;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunOperator;
import dev.harbor.runtime.RunSummary;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** What an operator does with the runs of a state directory. It has no tools, so that nothing can be called by it. */
final class Operations implements AutoCloseable {

    private static final Clock CLOCK = Clock.systemUTC();

    private final HarborRuntime runtime;
    private final RunOperator operator;

    private Operations(HarborRuntime runtime) {
        this.runtime = runtime;
        this.operator = runtime.operator();
    }

    static Operations of(StateDir dir) {
        return new Operations(dir.require().open().build());
    }

    List<RunSummary> list(String... states) {
        HeadQuery all = HeadQuery.everyTenant();
        return operator.list(states.length == 0 ? all : all.states(states));
    }

    /** Returns a run as it is on record, and who drives it. */
    RunView require(String runId) {
        Run run = operator.run(runId)
                .orElseThrow(() -> new Refused("there is no run " + runId + " here; 'list' shows those that are"));
        return new RunView(run, driver(runId), pauses(runId), CLOCK.instant());
    }

    private List<Pause> pauses(String runId) {
        return operator.pauses(HeadQuery.everyTenant()).stream()
                .filter(pause -> pause.id().startsWith(runId + "."))
                .toList();
    }

    Optional<Run> find(String runId) {
        return operator.run(runId);
    }

    private Optional<RunView.Driver> driver(String runId) {
        return driver(operator, runId);
    }

    /** Returns the process that drives a run now. */
    static Optional<RunView.Driver> driver(RunOperator operator, String runId) {
        return operator.list(HeadQuery.everyTenant()).stream()
                .filter(each -> each.id().runId().equals(runId))
                .findFirst()
                .flatMap(each -> RunView.Driver.of(each, CLOCK.instant()));
    }

    RunOperator operator() {
        return operator;
    }

    /** Does what needs a run that nobody drives, and says until when somebody does if that is why it can't be done. */
    static <T> T undriven(Supplier<T> action, Supplier<Optional<RunView.Driver>> driver) {
        try {
            return action.get();
        } catch (StoreException e) {
            Instant until = driver.get().map(RunView.Driver::until).orElseThrow(() -> e);
            throw new Refused(
                    e.getMessage() + "; if that process is dead, the run is free after " + until
                            + ", and 'cancel' takes it" + " at once",
                    e);
        }
    }

    <T> T undriven(String runId, Supplier<T> action) {
        return undriven(action, () -> driver(runId));
    }

    @Override
    public void close() {
        runtime.close();
    }
}
