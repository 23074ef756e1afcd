package dev.harbor.flow;

import dev.harbor.dispatch.NodeCall;
import dev.harbor.dispatch.Nodes;
import dev.harbor.json.Json;
import dev.harbor.policy.Cancellation;
import dev.harbor.tool.ToolException;
import dev.harbor.tool.ToolOutcome;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Is one run of a flow. A node begins as soon as all that it waits for has ended or was skipped. The thread that runs the flow makes calls itself, and helpers
 * make them beside it where threads are free: nobody waits for a helper that has not begun. After the first node that did not succeed nothing more begins, and
 * what runs ends by itself. What embedders wrote is called without the lock; it gives back what to do under it.
 */
final class FlowRun {

    private static final int WHOLE_NODE = -1;

    private final Plan plan;
    private final Nodes nodes;
    private final Cancellation cancellation;
    private final Spending spending;
    private final Failures failures;
    private final Map<String, Json> results = new ConcurrentHashMap<>();
    private final Set<String> skipped = ConcurrentHashMap.newKeySet();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Set<String> ended = new HashSet<>();
    private final Map<String, ListRun> lists = new HashMap<>();
    private final Deque<Task> ready = new ArrayDeque<>();
    private int running;
    private int helpers;
    private boolean interrupted;

    /** Is a node that is to begin, or one element of its list. */
    private record Task(Node node, int index, Json element) {

        boolean isWhole() {
            return index == WHOLE_NODE;
        }

        String callName() {
            return isWhole() ? node.name() : node.name() + "#" + (index + 1);
        }
    }

    FlowRun(Plan plan, Nodes nodes, Cancellation cancellation, Json input) {
        this.plan = plan;
        this.nodes = nodes;
        this.cancellation = cancellation;
        this.spending = new Spending(plan, nodes);
        this.failures = new Failures(plan.name(), nodes, cancellation);
        results.put(Ref.INPUT, input);
    }

    /** Runs the flow and returns what it came to. */
    Json run() {
        try {
            locked(() -> plan.nodes().values().stream()
                    .filter(node -> node.waitsFor().isEmpty())
                    .forEach(this::add));
            work(true);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        ToolException why = failures.worst();
        if (why != null) {
            spending.tell(why);
            throw why;
        }
        return output();
    }

    private Json output() {
        for (Ref ref : plan.output().values()) {
            if (ref.isToNode() && skipped.contains(ref.node())) {
                throw failures.of(ref.node(), "it was skipped, and the flow needs its result");
            }
        }
        return Arguments.of(plan.output(), this::result);
    }

    /** What is asked for has ended, or it would not be asked for. */
    private Json result(String name) {
        return Objects.requireNonNull(results.get(name), name);
    }

    private void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
        } finally {
            lock.unlock();
        }
    }

    /** Does what is ready until nothing is left. Only the thread that runs the flow waits for what others do. */
    private void work(boolean isOwner) {
        for (Task task = next(isOwner); task != null; task = next(isOwner)) {
            recruit();
            Runnable result = performed(task);
            locked(() -> {
                running--;
                result.run();
                changed.signalAll();
            });
        }
    }

    private @Nullable Task next(boolean isOwner) {
        lock.lock();
        try {
            while (true) {
                Task task = failures.isNone() ? ready.poll() : null;
                if (task != null) {
                    running++;
                    return task;
                }
                if (running == 0 || !isOwner) {
                    return null;
                }
                awaitChange();
            }
        } finally {
            lock.unlock();
        }
    }

    /** An interrupt means that the time of the flow is over, or that nobody wants it any more: what runs is told, and still waited for. */
    @SuppressWarnings("WaitNotInLoop") // the caller loops
    private void awaitChange() {
        try {
            changed.await();
        } catch (InterruptedException e) {
            interrupted = true;
            cancellation.cancel("the flow was interrupted");
            failures.add(failures.cancelled());
        }
    }

    /** Gets as many helpers as there is work for, within the bound. */
    private void recruit() {
        while (isHelperWanted()) {
            if (!nodes.beside(this::help)) {
                locked(() -> helpers--);
                return;
            }
        }
    }

    private boolean isHelperWanted() {
        lock.lock();
        try {
            boolean wanted = helpers < Math.min(plan.maxParallel() - 1, ready.size()) && failures.isNone();
            helpers += wanted ? 1 : 0;
            return wanted;
        } finally {
            lock.unlock();
        }
    }

    private void help() {
        try {
            work(false);
        } finally {
            locked(() -> helpers--);
        }
    }

    /** What a condition or a store throws must reach the thread that waits for this one. */
    private Runnable performed(Task task) {
        try {
            return task.isWhole() ? begun(task) : called(task, name -> in(task, name));
        } catch (RuntimeException | StackOverflowError e) {
            ToolException why = failures.of(task.callName(), e);
            return () -> failures.add(why);
        }
    }

    private Json in(Task task, String name) {
        return name.equals(Ref.ELEMENT) ? task.element() : result(name);
    }

    private Runnable begun(Task task) {
        Node node = task.node();
        if (isSkipped(node)) {
            return () -> skip(node);
        }
        if (node.work().isChoice()) {
            return () -> choose(node);
        }
        Ref items = node.items();
        return items == null ? called(task, this::result) : list(node, items);
    }

    private boolean isSkipped(Node node) {
        return node.takesFrom().stream().anyMatch(skipped::contains)
                || (node.condition() != null && !node.condition().holds(this::result));
    }

    private Runnable called(Task task, Results from) {
        Node node = task.node();
        Json arguments = Arguments.of(node, from);
        ToolException refusal = reserve(node);
        if (refusal != null) {
            return () -> failures.add(refusal);
        }
        ToolOutcome<Json> outcome = nodes.call(new NodeCall(
                task.callName(),
                node.work().step(),
                node.work().name(),
                arguments,
                node.work().effect(),
                spending.deadlineOf(node),
                cancellation));
        long cost = outcome instanceof ToolOutcome.Success<Json> success ? node.costOfResult(success.value()) : 0;
        return () -> settle(task, outcome, cost);
    }

    private @Nullable ToolException reserve(Node node) {
        lock.lock();
        try {
            return cancellation.isCancelled() ? failures.cancelled() : spending.reserve(node);
        } finally {
            lock.unlock();
        }
    }

    private void settle(Task task, ToolOutcome<Json> outcome, long cost) {
        if (outcome instanceof ToolOutcome.Success<Json> success) {
            failures.add(spending.spend(cost));
            succeeded(task, success.value());
        } else if (spending.isLate() && !Failures.isOpen(outcome)) {
            failures.add(spending.late());
        } else {
            failures.add(failures.of(task.callName(), outcome));
        }
    }

    private void succeeded(Task task, Json result) {
        ListRun list = lists.get(task.node().name());
        if (list == null) {
            end(task.node(), result);
            return;
        }
        list.ended(task.index(), result);
        if (list.hasNext()) {
            addElement(task.node(), list);
        } else if (list.isComplete()) {
            end(task.node(), list.result());
        }
    }

    private void end(Node node, Json result) {
        results.put(node.name(), result);
        ended(node);
    }

    private void skip(Node node) {
        skipped.add(node.name());
        ended(node);
    }

    private void ended(Node node) {
        ended.add(node.name());
        plan.nodes().values().stream()
                .filter(other -> other.waitsFor().contains(node.name()) && ended.containsAll(other.waitsFor()))
                .forEach(this::add);
    }

    private void add(Node node) {
        ready.add(new Task(node, WHOLE_NODE, Json.NULL));
    }

    private void choose(Node node) {
        node.work().of().stream()
                .filter(name -> !skipped.contains(name))
                .findFirst()
                .ifPresentOrElse(taken -> end(node, result(taken)), () -> skip(node));
    }

    private Runnable list(Node node, Ref items) {
        Json found = items.in(this::result);
        if (found == null || found.kind() != Json.Kind.ARRAY) {
            throw failures.of(node.name(), "there is no list at " + items);
        }
        ListRun list = new ListRun(found.elements());
        if (list.size() > Node.MAX_ELEMENTS) {
            throw failures.of(
                    node.name(),
                    "the list at " + items + " has " + list.size() + " elements; at most " + Node.MAX_ELEMENTS
                            + " are allowed");
        }
        return () -> start(node, list);
    }

    private void start(Node node, ListRun list) {
        if (list.isComplete()) {
            end(node, list.result());
            return;
        }
        lists.put(node.name(), list);
        for (int i = 0; i < Math.min(node.atOnce(), list.size()); i++) {
            addElement(node, list);
        }
    }

    private void addElement(Node node, ListRun list) {
        int index = list.next();
        ready.add(new Task(node, index, list.element(index)));
    }
}
