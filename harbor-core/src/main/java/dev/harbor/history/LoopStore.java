package dev.harbor.history;

import dev.harbor.history.Records.Draft;
import dev.harbor.identity.Identity;
import dev.harbor.journal.Claim;
import dev.harbor.journal.HeadQuery;
import dev.harbor.journal.Journal;
import dev.harbor.journal.StreamInfo;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Opens the streams of loops. A stream is named after the identity and the id of its loop, so that an id is unique in a session and says nothing in another one.
 *
 * <p>Thread-safe.
 */
public final class LoopStore {

    static final String LOOP = "loop";
    static final String OPEN = "open";
    static final String ENDED = "ended";

    private static final String PREFIX = "loop/";
    private static final String TURN_PREFIX = "loop-";

    /** No number begins like this. */
    private static final String NAMED = "-n-";

    private static final int KEY_BYTES = 16;

    private final Journal journal;
    private final Clock clock;

    /** Creates a store over a journal. */
    public LoopStore(Journal journal, Clock clock) {
        this.journal = journal;
        this.clock = clock;
    }

    /** Returns the key of a loop: what its stream and the runs of its turns are named after. */
    public static String keyOf(Identity identity, String loop) {
        MessageDigest digest = sha256();
        Stream.of(identity.tenant(), identity.user(), identity.session(), loop).forEach(part -> {
            byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
            digest.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
            digest.update(bytes);
        });
        return HexFormat.of().formatHex(digest.digest(), 0, KEY_BYTES);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Returns the stream of a loop. */
    public static String streamOf(String key) {
        return PREFIX + key;
    }

    /** Returns the id of the run that a turn drives which the loop has numbered. */
    public static String runIdOf(String key, long turn) {
        return TURN_PREFIX + key + "-" + turn;
    }

    /** Returns the id of the run that a turn drives which was given a name. */
    public static String runIdOf(String key, String name) {
        return TURN_PREFIX + key + NAMED + name;
    }

    /** Returns the stream of the loop whose turn a run may be; empty when it is named like none. */
    static Optional<String> streamOfTurn(String runId) {
        int end = runId.indexOf('-', TURN_PREFIX.length());
        return runId.startsWith(TURN_PREFIX) && end > TURN_PREFIX.length()
                ? Optional.of(streamOf(runId.substring(TURN_PREFIX.length(), end)))
                : Optional.empty();
    }

    static String idOf(LoopHistory history, List<Draft> drafts) {
        return history.isEmpty() ? String.valueOf(drafts.get(0).data().get("loop_id")) : history.loop();
    }

    /**
     * Claims the stream of a loop and reads it; it need not be there yet.
     *
     * @return empty when somebody else has the loop open
     * @throws dev.harbor.error.StoreException if the journal fails or a record is damaged
     */
    public Optional<LoopStream> open(Identity identity, String key, String owner) {
        return journal.claim(streamOf(key), owner, RunStream.LEASE).map(claim -> claimed(identity, claim));
    }

    private LoopStream claimed(Identity identity, Claim claim) {
        try {
            LoopHistory history = new LoopHistory(identity, claim.stream());
            history.addAll(journal.read(claim.stream(), 1));
            return new LoopStream(journal, clock, history, claim);
        } catch (RuntimeException e) {
            journal.release(claim);
            throw e;
        }
    }

    /** Returns the ids of the loops of a session that were not ended, at most {@link HeadQuery#MAX_LIMIT}. */
    public List<String> list(Identity session) {
        return journal.find(HeadQuery.session(session).states(OPEN)).stream()
                .map(StreamInfo::head)
                .filter(head -> head.stream().startsWith(PREFIX))
                .map(head -> head.keys().getOrDefault(LOOP, ""))
                .sorted()
                .toList();
    }
}
