package dev.harbor.tools.a2a;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import dev.harbor.journal.Claim;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.JournalRecord;
import dev.harbor.journal.StreamHead;
import dev.harbor.journal.StreamInfo;
import dev.harbor.json.Json;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Keeps conversations in a journal, each in a stream of its own, of which the newest record counts. Thread-safe. */
final class TalkLog implements Talks {

    private static final String PREFIX = "a2a-talk/";
    private static final String TYPE = "a2a.talk";
    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final int TRIES = 5;

    private final String owner = PREFIX + UUID.randomUUID();
    private final Journal journal;
    private final Clock clock;
    private final String agent;

    TalkLog(Journal journal, Clock clock, String agent) {
        this.journal = journal;
        this.clock = clock;
        this.agent = agent;
    }

    /** No two agents, identities and loops can be spelled so that they have one name. */
    private String stream(Identity identity, String loop) {
        Json name = Json.of(List.of(agent, identity.tenant(), identity.user(), identity.session(), loop));
        return PREFIX + Trace.hex(name.toString(), 32);
    }

    @Override
    public Conversations.@Nullable Kept find(Identity identity, String loop) {
        StreamInfo info = journal.info(stream(identity, loop)).orElse(null);
        if (info == null || info.sequence() == 0) {
            return null;
        }
        try (Stream<JournalRecord> records = journal.read(info.head().stream(), info.sequence())) {
            return records.findFirst().map(record -> read(identity, record)).orElse(null);
        }
    }

    private static Conversations.Kept read(Identity identity, JournalRecord record) {
        Fields data = Fields.of(record.entry().data());
        return new Conversations.Kept(
                identity,
                data.textOr("", "context"),
                data.textOr("", "task"),
                data.flag("waits"),
                data.textOr("", "stamp"));
    }

    @Override
    public void keep(Identity identity, String loop, Conversations.Kept kept) {
        if (kept.equals(find(identity, loop))) {
            return;
        }
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("context", kept.contextId());
        data.put("task", kept.taskId());
        data.put("waits", kept.waits());
        data.put("stamp", kept.stamp());
        append(identity, stream(identity, loop), new JournalEntry(TYPE, 1, clock.instant(), Json.of(data)));
    }

    private void append(Identity identity, String stream, JournalEntry entry) {
        for (int i = 1; !isAppended(identity, stream, entry, i == TRIES); i++) {
            Thread.onSpinWait();
        }
    }

    /** Takes the stream over, since nobody else writes it but who carries out a turn of the same loop, which is over then. */
    private boolean isAppended(Identity identity, String stream, JournalEntry entry, boolean isLast) {
        Claim claim = journal.seize(stream, owner, LEASE);
        try {
            long sequence = journal.info(stream).map(StreamInfo::sequence).orElse(0L);
            journal.append(claim, sequence, List.of(entry), StreamHead.of(stream, identity, "kept"));
            return true;
        } catch (StoreException e) {
            if (isLast || !e.code().equals(ErrorCode.STALE_WRITE)) {
                throw e;
            }
            return false;
        } finally {
            journal.release(claim);
        }
    }
}
