package dev.harbor.history;

import dev.harbor.artifact.ArtifactPins;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.journal.Journal;
import dev.harbor.journal.StreamHead;
import dev.harbor.journal.StreamInfo;
import dev.harbor.run.RunState;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Pins what runs need: the task of a scope is a run, and the head of its stream says whether it has ended, and when. A child run needs what it has until its root
 * run has ended. What belongs to no run, such as to a call outside of runs, is not pinned. Thread-safe.
 */
public final class RunPins implements ArtifactPins {

    private static final String ENDED = "ended";

    private final Journal journal;

    /** Creates pins for the runs of a journal. */
    public RunPins(Journal journal) {
        this.journal = Objects.requireNonNull(journal, "journal");
    }

    @Override
    public boolean isPinned(ArtifactScope scope, Instant expiry) {
        String root = RunStore.rootOf(scope.task());
        return head(RunStore.streamOf(root), scope)
                .map(head -> isPinned(head, expiry))
                .orElseGet(() -> isQueued(root, scope));
    }

    private Optional<StreamHead> head(String stream, ArtifactScope scope) {
        return journal.info(stream)
                .map(StreamInfo::head)
                .filter(head -> head.identity().equals(scope.identity()));
    }

    /** The run of a turn is not there before the turn begins, but what its input brought is. */
    private boolean isQueued(String run, ArtifactScope scope) {
        return LoopStore.streamOfTurn(run)
                .flatMap(stream -> head(stream, scope))
                .filter(head -> head.state().equals(LoopStore.OPEN))
                .isPresent();
    }

    private static boolean isPinned(StreamHead head, Instant expiry) {
        String ended = head.keys().get(ENDED);
        return ended == null ? !state(head).isTerminal() : Instant.parse(ended).isAfter(expiry);
    }

    private static RunState state(StreamHead head) {
        return RunState.valueOf(head.state().toUpperCase(Locale.ROOT));
    }

    /** Returns the keys of a head from which one can tell later when its run ended; it has when the moment is not null. */
    static Map<String, String> keys(@Nullable Instant endedAt) {
        return endedAt == null ? Map.of() : Map.of(ENDED, endedAt.toString());
    }
}
