package dev.harbor.runtime;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.event.PauseResolved;
import dev.harbor.history.OpenPause;
import dev.harbor.history.RunFold;
import dev.harbor.history.RunHistory;
import dev.harbor.history.RunStore;
import dev.harbor.history.StartedRun;
import dev.harbor.identity.Identity;
import dev.harbor.identity.RunIdentity;
import dev.harbor.journal.HeadQuery;
import dev.harbor.journal.StreamInfo;
import dev.harbor.json.InvalidJsonException;
import dev.harbor.json.Json;
import dev.harbor.pause.Pause;
import dev.harbor.pause.PauseException;
import dev.harbor.pause.PauseToken;
import dev.harbor.pause.Resolution;
import dev.harbor.run.Invocation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Shows pauses, resolves them once, and resolves those whose time is over. Thread-safe. */
final class PauseCoordinator {

    private static final Logger LOG = LoggerFactory.getLogger(HarborRuntime.class);
    private static final int PAGE = 100;

    private final RuntimeParts parts;
    private final OutsideWriter writer;
    private final Runs runs;

    PauseCoordinator(RuntimeParts parts, Runs runs, OutsideWriter writer) {
        this.parts = parts;
        this.runs = runs;
        this.writer = writer;
    }

    /** Resolves the pause of a token for the identity that it belongs to, and for nobody else. */
    ResolvedPause resolve(Identity identity, String text, Resolution resolution) {
        PauseToken token = PauseToken.of(text);
        requireByPerson(resolution);
        return resolve(rootOf(identity, token), pause -> token.isOf(pause.tokenDigest()), resolution);
    }

    private RunIdentity rootOf(Identity identity, PauseToken token) {
        RunIdentity root = new RunIdentity(identity, token.rootRunId());
        if (parts.runs().head(root).isEmpty()) {
            throw PauseException.notFound();
        }
        return root;
    }

    /** Resolves a pause by its name; for operators. */
    ResolvedPause resolveById(String pauseId, Resolution resolution) {
        requireByPerson(resolution);
        String runId = RunStore.rootOf(pauseId);
        Identity identity = parts.runs().identityOf(runId).orElseThrow(PauseException::notFound);
        return resolve(new RunIdentity(identity, runId), isNamed(pauseId), resolution);
    }

    private static Predicate<OpenPause> isNamed(String pauseId) {
        return pause -> pause.id().equals(pauseId);
    }

    private static void requireByPerson(Resolution resolution) {
        if (resolution.kind() == Resolution.Kind.TIMEOUT) {
            throw new PauseException(ErrorCode.INVALID_RESOLUTION, "only the runtime resolves a pause with timeout");
        }
    }

    private ResolvedPause resolve(RunIdentity root, Predicate<OpenPause> which, Resolution given) {
        Json edited = given.arguments();
        Resolution resolution = edited == null ? given : given.arguments(settled(root, which, edited));
        Json visible = runs.visible(root, resolution.payload(), "pause.payload");
        PauseAnswer answer = new PauseAnswer(which, parts.clock().instant(), resolution, visible);
        RunHandle run = writer.write(root, answer);
        OpenPause pause = answer.found();
        parts.events()
                .accept(new PauseResolved(
                        root.identity(),
                        pause.runId(),
                        parts.clock().instant(),
                        pause.id(),
                        pause.reason().wireName(),
                        resolution.kind().wireName()));
        return new ResolvedPause(pause.id(), root.runId(), run);
    }

    private Json settled(RunIdentity root, Predicate<OpenPause> which, Json edited) {
        RunHistory history = parts.runs().load(root).orElseThrow(PauseException::notFound);
        OpenPause pause = PauseAnswer.require(history, which);
        Json whole = parts.pauses().edited(pause, edited);
        checkArguments(root, history, pause, whole);
        return whole;
    }

    /** Whoever changes arguments hears at once what is wrong with them; a tool that is not here has the last word when the call is made. */
    private void checkArguments(RunIdentity root, RunHistory history, OpenPause pause, Json edited) {
        Optional<Invocation> call = Optional.ofNullable(pause.callId())
                .flatMap(callId -> history.run(pause.runId()).orElseThrow().invocation(callId));
        StartedRun started = history.root().started();
        boolean isElsewhere = started.plannedBy() == StartedRun.PlannedBy.LOOP
                && parts.loops().turns().find(root.runId()) == null;
        if (call.isEmpty() || isElsewhere) {
            return;
        }
        try {
            parts.dispatcher()
                    .check(parts.snapshot(started), root.identity(), call.get().tool(), edited);
        } catch (InvalidJsonException e) {
            throw new PauseException(
                    ErrorCode.INVALID_RESOLUTION,
                    "the changed arguments don't fit the tool '" + call.get().tool() + "': " + e.violations());
        }
    }

    /** Returns the pause of a token; empty when it is not open, or not of this identity. */
    Optional<Pause> find(Identity identity, String text) {
        PauseToken token = PauseToken.of(text);
        return parts.runs()
                .load(new RunIdentity(identity, token.rootRunId()))
                .flatMap(history -> shown(history, pause -> token.isOf(pause.tokenDigest())).stream()
                        .findFirst());
    }

    /** Returns the open pauses of the streams that a query selects, the oldest of each stream first. */
    List<Pause> list(HeadQuery query) {
        List<Pause> pauses = new ArrayList<>();
        for (StreamInfo info : parts.runs().journal().find(query.key(RunStore.PAUSES, RunStore.OPEN))) {
            pauses.addAll(shown(parts.runs().load(info.head()), pause -> true));
        }
        return pauses;
    }

    /** Returns the open pauses of one run, the oldest first. */
    List<Pause> of(RunIdentity root) {
        return parts.runs()
                .load(root)
                .map(history -> shown(history, pause -> true))
                .orElse(List.of());
    }

    private List<Pause> shown(RunHistory history, Predicate<OpenPause> which) {
        List<Pause> shown = new ArrayList<>();
        for (RunFold run : history.runs()) {
            run.openPauses().stream()
                    .filter(which)
                    .map(pause -> parts.pauses().show(history.identity(), run, pause))
                    .forEach(shown::add);
        }
        shown.sort(Comparator.comparing(Pause::at).thenComparing(Pause::id));
        return shown;
    }

    /** Resolves pauses whose time is over, and returns how many. One that can't be resolved now is due again next time. */
    int expireDue(int most) {
        Instant now = parts.clock().instant();
        HeadQuery due = HeadQuery.everyTenant()
                .key(RunStore.PAUSES, RunStore.OPEN)
                .dueBy(now)
                .limit(PAGE);
        int expired = 0;
        String last = "";
        do {
            List<StreamInfo> page = parts.runs().journal().find(due.after(last));
            for (StreamInfo info : page) {
                expired += expired < most ? expire(info, now) : 0;
            }
            last = page.isEmpty() ? "" : page.get(page.size() - 1).head().stream();
        } while (!last.isEmpty() && expired < most);
        return expired;
    }

    private int expire(StreamInfo info, Instant now) {
        String runId = RunStore.runIdOf(info.head().stream()).orElse("");
        int expired = 0;
        try {
            RunHistory history = parts.runs().load(info.head());
            RunIdentity root = new RunIdentity(history.identity(), runId);
            for (OpenPause pause : due(history, now)) {
                resolve(root, isNamed(pause.id()), Resolution.timeout());
                expired++;
            }
        } catch (HarborException e) {
            LOG.debug("a pause of run {} that is due was not resolved: {}", runId, e.getMessage());
        }
        return expired;
    }

    private static List<OpenPause> due(RunHistory history, Instant now) {
        return history.runs().stream()
                .flatMap(run -> run.openPauses().stream())
                .filter(pause -> isDue(pause.expiresAt(), now))
                .toList();
    }

    private static boolean isDue(@Nullable Instant expiresAt, Instant now) {
        return expiresAt != null && !expiresAt.isAfter(now);
    }
}
