package dev.harbor.runtime;

import dev.harbor.catalog.SnapshotHold;
import dev.harbor.dispatch.Composed;
import dev.harbor.error.HarborException;
import dev.harbor.history.CallRecords;
import dev.harbor.history.OpenPause;
import dev.harbor.history.Records.Draft;
import dev.harbor.history.RunFold;
import dev.harbor.history.RunHistory;
import dev.harbor.history.RunStore;
import dev.harbor.history.RunStream;
import dev.harbor.history.StartedRun;
import dev.harbor.history.Suspension;
import dev.harbor.identity.RunIdentity;
import dev.harbor.journal.HeadQuery;
import dev.harbor.journal.StreamInfo;
import dev.harbor.run.Invocation;
import dev.harbor.tool.AbandonedCall;
import dev.harbor.tool.Tool;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells tools whose calls have waited that they will not go on. That a tool is to be told is on record with what ended the call, and that it was told is on record
 * after; in between it is told again, here or in another process, for a day. Thread-safe.
 */
final class Abandonment {

    /** How long a tool is told again that fails, or is not there. */
    static final Duration GIVEN_UP_AFTER = Duration.ofDays(1);

    private static final Logger LOG = LoggerFactory.getLogger(HarborRuntime.class);
    private static final Duration AGAIN_AFTER = Duration.ofMinutes(1);
    private static final int PAGE = 100;

    private final RuntimeParts parts;
    private final OutsideWriter writer;
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();
    private final Map<String, Instant> firstTried = new ConcurrentHashMap<>();
    private final Map<String, Instant> notBefore = new ConcurrentHashMap<>();

    /** Is what one tool is to be told, and since when; the parent is the flow that the call is a node of, or null. */
    private record Word(
            RunIdentity root, String tool, @Nullable String parent, AbandonedCall call, Instant since) {

        String name() {
            return call.runId() + '/' + call.callId();
        }
    }

    Abandonment(RuntimeParts parts, OutsideWriter writer) {
        this.parts = parts;
        this.writer = writer;
    }

    /** Tells the tools of what this process has just recorded. It looks for them before it returns, and tells them on another thread. */
    void soon(RunStream stream) {
        List<Word> words = stream.read(history -> words(stream.run(), history));
        if (!words.isEmpty()) {
            tell(words, stream.read(history -> history.root().started()));
        }
    }

    /** Has the tools told that nobody has told so far, and returns how many. Who has just ended a run is left the time to do it. */
    int tellDue(int most) {
        Instant now = parts.clock().instant();
        forgetOld(now);
        HeadQuery due =
                HeadQuery.everyTenant().key(RunStore.ABANDONED, RunStore.OPEN).limit(PAGE);
        int told = 0;
        String last = "";
        do {
            List<StreamInfo> page = parts.runs().journal().find(due.after(last));
            for (StreamInfo info : page) {
                told += told < most ? tellDue(info, now) : 0;
            }
            last = page.isEmpty() ? "" : page.get(page.size() - 1).head().stream();
        } while (!last.isEmpty() && told < most);
        return told;
    }

    /** What another process has told meanwhile, or somebody erased, is tried here no more. */
    private void forgetOld(Instant now) {
        notBefore.values().removeIf(again -> again.isBefore(now.minus(AGAIN_AFTER)));
        firstTried
                .values()
                .removeIf(
                        first -> first.plus(GIVEN_UP_AFTER).plus(GIVEN_UP_AFTER).isBefore(now));
    }

    private int tellDue(StreamInfo info, Instant now) {
        String runId = RunStore.runIdOf(info.head().stream()).orElse("");
        Instant again = notBefore.get(runId);
        if (again != null && again.isAfter(now)) {
            return 0;
        }
        try {
            RunHistory history = parts.runs().load(info.head());
            List<Word> words = words(new RunIdentity(history.identity(), runId), history).stream()
                    .filter(word -> isDue(word, now))
                    .toList();
            return tell(words, history.root().started());
        } catch (HarborException e) {
            LOG.debug("what the tools of run {} are to be told can't be read: {}", runId, e.getMessage());
            return 0;
        }
    }

    private static boolean isDue(Word word, Instant now) {
        return !word.since().plus(RunStream.LEASE).isAfter(now);
    }

    private static List<Word> words(RunIdentity root, RunHistory history) {
        List<Word> words = new ArrayList<>();
        for (RunFold run : history.runs()) {
            run.abandoned().forEach((callId, pause) -> words.add(word(root, run, callId, pause)));
        }
        return words;
    }

    private static Word word(RunIdentity root, RunFold run, String callId, OpenPause pause) {
        Invocation call = run.invocation(callId).orElseThrow();
        Suspension left = Objects.requireNonNull(pause.suspension());
        Instant ended = call.completedAt();
        AbandonedCall abandoned = new AbandonedCall(
                root.identity(),
                run.started().runId(),
                callId,
                call.idempotencyKey(),
                left.number(),
                left.state(),
                call.code() == null ? run.reason() : call.code());
        return new Word(root, call.tool(), parent(run, callId), abandoned, ended == null ? run.updatedAt() : ended);
    }

    private static @Nullable String parent(RunFold run, String callId) {
        int end = callId.lastIndexOf('.');
        return end < 0
                ? null
                : run.invocation(callId.substring(0, end)).map(Invocation::tool).orElse(null);
    }

    /** Tells tools on another thread, which holds them open meanwhile; returns how many of them. Nobody tells one of them twice at once. */
    private int tell(List<Word> words, StartedRun started) {
        List<Word> mine =
                words.stream().filter(word -> underWay.add(word.name())).toList();
        SnapshotHold held = mine.isEmpty() ? null : parts.hold(started);
        if (held == null) {
            tellAll(mine, word -> null);
            return 0;
        }
        try {
            parts.drivers().execute(() -> {
                try (held) {
                    tellAll(mine, word -> tool(held, word));
                }
            });
            return mine.size();
        } catch (RejectedExecutionException e) {
            mine.forEach(word -> underWay.remove(word.name()));
            held.close();
            return 0;
        }
    }

    private void tellAll(List<Word> words, Function<Word, @Nullable Tool<?, ?>> tools) {
        try {
            words.forEach(word -> tell(word, tools.apply(word)));
        } finally {
            words.forEach(word -> underWay.remove(word.name()));
        }
    }

    /** A step of a flow is in no catalog, and may be called as a tool that is. */
    private static @Nullable Tool<?, ?> tool(SnapshotHold held, Word word) {
        List<Tool<?, ?>> catalog = held.snapshot().tools();
        Stream<Tool<?, ?>> steps = catalog.stream()
                .flatMap(Abandonment::withSteps)
                .filter(tool -> tool.id().toString().equals(word.parent()))
                .flatMap(Abandonment::steps);
        return Stream.concat(steps, catalog.stream())
                .filter(tool -> tool.id().toString().equals(word.tool()))
                .findFirst()
                .orElse(null);
    }

    private static Stream<Tool<?, ?>> withSteps(Tool<?, ?> tool) {
        return Stream.concat(Stream.of(tool), steps(tool).flatMap(Abandonment::withSteps));
    }

    private static Stream<Tool<?, ?>> steps(Tool<?, ?> tool) {
        return tool.innermost() instanceof Composed flow ? flow.steps().stream() : Stream.empty();
    }

    private void tell(Word word, @Nullable Tool<?, ?> tool) {
        try {
            if (!isOwed(word)) {
                return;
            }
            if (tool != null && isTold(tool, word)) {
                record(word, true);
            } else {
                putOff(word);
            }
        } catch (HarborException e) {
            tryLater(word);
            LOG.warn("that the tool of {} was told is not on record; it is told again", word.call(), e);
        }
    }

    /** What was told between the look for it and now is told no more. */
    private boolean isOwed(Word word) {
        return parts.runs()
                .load(word.root())
                .filter(history -> isOwed(history, word.call()))
                .isPresent();
    }

    private static boolean isOwed(RunHistory history, AbandonedCall call) {
        return history.run(call.runId())
                .filter(run -> run.abandoned().containsKey(call.callId()))
                .isPresent();
    }

    private void tryLater(Word word) {
        notBefore.put(word.root().runId(), parts.clock().instant().plus(AGAIN_AFTER));
    }

    /** The code of a tool may throw anything. */
    private static boolean isTold(Tool<?, ?> tool, Word word) {
        try {
            tool.invoker().abandoned(word.call());
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (Throwable e) {
            LOG.warn("tool {} does not let go of {}; it is told again", tool.id(), word.call(), e);
            return false;
        }
    }

    private void putOff(Word word) {
        Instant now = parts.clock().instant();
        boolean isFirst = firstTried.putIfAbsent(word.name(), now) == null;
        if (isFirst || word.since().plus(GIVEN_UP_AFTER).isAfter(now)) {
            tryLater(word);
        } else {
            LOG.warn(
                    "tool {} could not be told of {}; what it holds elsewhere is left there", word.tool(), word.call());
            record(word, false);
        }
    }

    private void record(Word word, boolean told) {
        writer.write(word.root(), history -> drafts(history, word, told));
        firstTried.remove(word.name());
    }

    private static List<Draft> drafts(RunHistory history, Word word, boolean told) {
        AbandonedCall call = word.call();
        return isOwed(history, call) ? List.of(CallRecords.abandoned(call.runId(), call.callId(), told)) : List.of();
    }
}
