package dev.harbor.testkit;

import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Counts what tools do to the world, outside of everything that the runtime records, so that a test can tell whether something was done twice.
 *
 * <p>One that keeps a file counts across processes: an effect is on the disk when {@link #record} returns, a process that is killed after that has had
 * it, and any process that opens the same file sees it.
 *
 * <p>Thread-safe. With a file, methods block on it and throw {@link UncheckedIOException} when it fails.
 */
public final class ToolRecorder implements AutoCloseable {

    private final EffectLog log;

    private ToolRecorder(EffectLog log) {
        this.log = log;
    }

    /** Returns a recorder that keeps effects in memory. */
    public static ToolRecorder inMemory() {
        return new ToolRecorder(new EffectLog.InMemory());
    }

    /**
     * Returns a recorder over a file, which is made if it is not there. Several may be open over one file, in one process or many.
     *
     * @throws UncheckedIOException if the file can't be opened
     */
    public static ToolRecorder file(Path path) {
        try {
            return new ToolRecorder(EffectFile.open(path));
        } catch (IOException e) {
            throw new UncheckedIOException("can't open the file of effects " + path, e);
        }
    }

    /** Counts an effect. The code of a tool calls it where the effect happens. */
    public void record(String tool, ToolContext context) {
        record(new Effect(
                tool, context.idempotencyKey(), context.runId().orElse(""), context.callId(), context.attempt()));
    }

    /** Counts an effect. */
    public void record(Effect effect) {
        Objects.requireNonNull(effect, "effect");
        try {
            log.add(effect);
        } catch (IOException e) {
            throw new UncheckedIOException("can't write " + effect, e);
        }
    }

    /** Returns the tool with an effect counted for each invocation, just before its code runs. */
    public <I, O> Tool<I, O> wrap(Tool<I, O> tool) {
        String name = tool.id().name();
        return tool.invoker(invoker -> new WrappedInvoker<>(invoker, (context, invocation) -> {
            record(name, context);
            return invocation.call();
        }));
    }

    /** Returns all effects in the order in which they were counted. */
    public List<Effect> effects() {
        try {
            return log.read();
        } catch (IOException e) {
            throw new UncheckedIOException("can't read the file of effects", e);
        }
    }

    /** Returns how many effects there are. */
    public int count() {
        return effects().size();
    }

    /** Returns how many effects have an idempotency key. */
    public int countOfKey(String idempotencyKey) {
        return byKey().getOrDefault(Objects.requireNonNull(idempotencyKey, "idempotencyKey"), 0L)
                .intValue();
    }

    /** Returns how many effects a call of a run has; the run id of a call outside a run is empty. */
    public int countOfCall(String runId, String callId) {
        Objects.requireNonNull(runId, "runId");
        Objects.requireNonNull(callId, "callId");
        return (int) effects().stream()
                .filter(effect ->
                        effect.runId().equals(runId) && effect.callId().equals(callId))
                .count();
    }

    /**
     * Checks that no call had its effect more than once: neither one idempotency key nor one call of a run.
     *
     * @throws AssertionError if one had; the message lists them
     */
    public void assertAtMostOnce() {
        Map<String, Long> counts = byKey();
        effects().stream()
                .collect(Collectors.groupingBy(
                        effect -> "run '" + effect.runId() + "' call '" + effect.callId() + "'", Collectors.counting()))
                .forEach((call, count) -> counts.merge(call, count, Math::max));
        counts.values().removeIf(count -> count <= 1);
        if (!counts.isEmpty()) {
            throw new AssertionError("effects that happened more than once: " + counts);
        }
    }

    private Map<String, Long> byKey() {
        return effects().stream()
                .collect(Collectors.groupingBy(Effect::idempotencyKey, TreeMap::new, Collectors.counting()));
    }

    /** Releases the file; what was counted stays. May be called more than once. */
    @Override
    public void close() {
        try {
            log.close();
        } catch (IOException e) {
            throw new UncheckedIOException("can't close the file of effects", e);
        }
    }
}
