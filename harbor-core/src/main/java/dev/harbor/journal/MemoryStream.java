package dev.harbor.journal;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Is one stream in memory. Whoever changes it holds its monitor; readers take the state as it was last published and never wait. The array of records is
 * shared by successive states: an append writes behind the published size, where nobody looks yet.
 */
final class MemoryStream {

    private static final State NOTHING = new State(null, null, new JournalRecord[0], 0);

    private volatile State state = NOTHING;
    private long heldBytes;
    private boolean forgotten;

    /** Is one moment of the stream; the array is shared with later moments, which only fill what lies beyond {@code size}. */
    private static final class State {

        private final @Nullable StreamHead head;
        private final @Nullable Claim claim;
        private final JournalRecord[] records;
        private final int size;

        State(@Nullable StreamHead head, @Nullable Claim claim, JournalRecord[] records, int size) {
            this.head = head;
            this.claim = claim;
            this.records = records;
            this.size = size;
        }

        @Nullable
        StreamHead head() {
            return head;
        }

        @Nullable
        Claim claim() {
            return claim;
        }

        JournalRecord[] records() {
            return records;
        }

        int size() {
            return size;
        }

        State claim(@Nullable Claim newClaim) {
            return new State(head, newClaim, records, size);
        }

        State plus(List<JournalEntry> entries, StreamHead newHead) {
            JournalRecord[] grown = size + entries.size() <= records.length ? records : grown(entries.size());
            int end = size;
            for (JournalEntry entry : entries) {
                grown[end] = new JournalRecord(end + 1L, entry);
                end++;
            }
            return new State(newHead, claim, grown, end);
        }

        private JournalRecord[] grown(int more) {
            return Arrays.copyOf(records, Math.max(size + more, Math.max(8, size + (size >> 1))));
        }
    }

    Optional<Claim> claim(String name, String owner, Instant now, Instant until, LongSupplier epochs) {
        Claim held = state.claim();
        if (held != null && held.isLive(now) && !held.owner().equals(owner)) {
            return Optional.empty();
        }
        return Optional.of(seize(name, owner, until, epochs));
    }

    Claim seize(String name, String owner, Instant until, LongSupplier epochs) {
        return hold(new Claim(name, owner, epochs.getAsLong(), until));
    }

    Claim renew(Claim claim, Instant until) {
        requireLatest(claim);
        return hold(new Claim(claim.stream(), claim.owner(), claim.epoch(), until));
    }

    private Claim hold(Claim claim) {
        state = state.claim(claim);
        return claim;
    }

    /** Returns whether the claim was the latest. */
    boolean release(Claim claim) {
        boolean latest = isLatest(claim);
        if (latest) {
            state = state.claim(null);
        }
        return latest;
    }

    long append(Append append, Room room) {
        State before = state;
        requireLatest(append.claim());
        requireSequence(append);
        requireIdentity(append.head());
        long bytes = append.heldBytes();
        room.take(bytes);
        heldBytes += bytes;
        state = before.plus(append.entries(), append.head());
        return state.size();
    }

    Stream<JournalRecord> read(long from) {
        State now = state;
        return from > now.size() ? Stream.empty() : Arrays.stream(now.records(), (int) from - 1, now.size());
    }

    Optional<StreamInfo> info() {
        State now = state;
        return Optional.ofNullable(now.head()).map(head -> new StreamInfo(head, now.size(), now.claim()));
    }

    /** Drops everything and returns whether there was a stream. */
    boolean clear(Room room) {
        boolean existed = state.head() != null;
        state = NOTHING;
        room.giveBack(heldBytes);
        heldBytes = 0;
        return existed;
    }

    boolean isEmpty() {
        return state.head() == null && state.claim() == null;
    }

    boolean isForgotten() {
        return forgotten;
    }

    /** Marks a stream that was taken out of its journal, so that who looked it up before looks again. */
    void forget() {
        forgotten = true;
    }

    private boolean isLatest(Claim claim) {
        Claim held = state.claim();
        return held != null && held.epoch() == claim.epoch();
    }

    private void requireLatest(Claim claim) {
        if (!isLatest(claim)) {
            Claim held = state.claim();
            throw stale("the claim of '" + claim.owner() + "' on stream '" + claim.stream() + "' has epoch "
                    + claim.epoch() + ", but "
                    + (held == null ? "nobody holds the stream" : "the latest is " + held.epoch()));
        }
    }

    private void requireSequence(Append append) {
        if (append.expectedSequence() != state.size()) {
            throw stale("stream '" + append.claim().stream() + "' ends at sequence " + state.size()
                    + ", the append expects " + append.expectedSequence());
        }
    }

    private void requireIdentity(StreamHead head) {
        StreamHead before = state.head();
        if (before != null && !before.identity().equals(head.identity())) {
            throw new IllegalArgumentException("stream '" + head.stream() + "' was made for another identity");
        }
    }

    private static StoreException stale(String message) {
        return new StoreException(ErrorCode.STALE_WRITE, message);
    }
}
