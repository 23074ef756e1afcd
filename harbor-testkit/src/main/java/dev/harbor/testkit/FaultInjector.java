package dev.harbor.testkit;

import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.ToolInvoker;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Makes tools fail on demand, below everything that a policy does: a wrapped tool keeps its definition, policy and grants, and each attempt that the
 * runtime makes meets the next fault. Faults of one tool are met in the order in which they were added; when none is left, the tool runs as ever.
 *
 * <pre>{@code
 * try (FaultInjector faults = FaultInjector.create()) {
 *     Tool<Query, Forecast> flaky = faults.wrap(forecast);
 *     faults.on(flaky).fail(2, ErrorClass.TRANSIENT);
 *     // register the flaky tool, call it, look at attempts and outcome
 * }
 * }</pre>
 *
 * <p>Closing it frees every thread that a fault holds; those invocations fail.
 *
 * <p>Thread-safe.
 */
public final class FaultInjector implements AutoCloseable {

    private final ConcurrentSkipListMap<ToolId, ToolFaults> tools = new ConcurrentSkipListMap<>();
    private final Gate closing = Gate.closed();

    private FaultInjector() {}

    /** Returns an injector that knows no tool. */
    public static FaultInjector create() {
        return new FaultInjector();
    }

    /** Returns the tool with faults below its policy. Tools of one id share their faults. */
    public <I, O> Tool<I, O> wrap(Tool<I, O> tool) {
        return tool.invoker(invoker -> wrap(tool.id(), invoker));
    }

    /** Returns the code of a tool with faults in it, for transports that are tested without a tool. */
    public <I, O> ToolInvoker<I, O> wrap(ToolId tool, ToolInvoker<I, O> invoker) {
        ToolFaults faults =
                tools.computeIfAbsent(Objects.requireNonNull(tool, "tool"), id -> new ToolFaults(id, closing));
        return new WrappedInvoker<>(
                Objects.requireNonNull(invoker, "invoker"),
                (context, invocation) -> faults.next().meet(invocation));
    }

    /**
     * Returns the faults of a tool.
     *
     * @throws IllegalArgumentException if the tool was not wrapped here; the message names those that were
     */
    public ToolFaults on(Tool<?, ?> tool) {
        return on(tool.id());
    }

    /**
     * Returns the faults of a tool.
     *
     * @throws IllegalArgumentException if the tool was not wrapped here; the message names those that were
     */
    public ToolFaults on(ToolId tool) {
        ToolFaults faults = tools.get(Objects.requireNonNull(tool, "tool"));
        if (faults == null) {
            throw new IllegalArgumentException("tool '" + tool + "' was not wrapped, only " + tools.keySet());
        }
        return faults;
    }

    /**
     * Returns the faults of a tool of that name.
     *
     * @throws IllegalArgumentException if no tool of that name was wrapped here, or several versions were; the message names those that were
     */
    public ToolFaults on(String name) {
        Objects.requireNonNull(name, "name");
        List<ToolId> named =
                tools.keySet().stream().filter(id -> id.name().equals(name)).toList();
        if (named.size() != 1) {
            throw new IllegalArgumentException(
                    named.size() + " tools of the name '" + name + "' were wrapped, of " + tools.keySet());
        }
        return on(named.get(0));
    }

    /** Frees every thread that a fault holds, now and later; those invocations fail. May be called more than once. */
    @Override
    public void close() {
        closing.open();
        tools.values().forEach(ToolFaults::free);
    }
}
