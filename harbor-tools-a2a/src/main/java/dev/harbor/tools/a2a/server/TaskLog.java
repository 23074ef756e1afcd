package dev.harbor.tools.a2a.server;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import dev.harbor.journal.Claim;
import dev.harbor.journal.HeadQuery;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.JournalRecord;
import dev.harbor.journal.StreamHead;
import dev.harbor.journal.StreamInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Keeps tasks in the journal, each in a stream of its own. Whoever appends takes the stream over and appends to what it has read; when somebody was first, it reads
 * again. So nobody waits for the lease of a process that died. Thread-safe.
 */
final class TaskLog {

    /** A message is on record and was perhaps not handed over yet. */
    static final String TAKEN = "taken";

    /** All that was said was handed over. */
    static final String GIVEN = "given";

    /** Nothing was said: whether something is to be handed over, and when something was said last, stay as they are. */
    static final String SAME = "";

    static final String CONTEXT = "a2a.context";
    private static final String AGENT = "a2a.agent";
    private static final String AT = "a2a.at";
    private static final String PUSH = "a2a.push";
    private static final String OPEN = "open";
    private static final String PREFIX = "a2a/";

    /** The streams of runs are named by their ids, which are those of their tasks. */
    static final String RUNS = "run/";

    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final int TRIES = 20;

    private final Journal journal;
    private final String agent;
    private final String owner;

    TaskLog(Journal journal, String agent, String owner) {
        this.journal = journal;
        this.agent = agent;
        this.owner = owner;
    }

    private static String stream(String taskId) {
        return PREFIX + taskId;
    }

    static String taskOf(StreamInfo info) {
        return info.head().stream().substring(PREFIX.length());
    }

    /** Returns the task of an identity; empty when there is none, and when it is somebody else's. */
    Optional<ServedTask> find(Identity identity, String taskId) {
        return journal.info(stream(taskId))
                .filter(info -> info.head().identity().equals(identity) && isOurs(info))
                .flatMap(this::read);
    }

    /** Returns a task, whoever made it. */
    Optional<ServedTask> find(String taskId) {
        return journal.info(stream(taskId)).filter(this::isOurs).flatMap(this::read);
    }

    /** Returns another text whenever the records of a task or its run have changed, without reading them. */
    String mark(String taskId) {
        return sequence(stream(taskId)) + "|" + sequence(RUNS + taskId);
    }

    private long sequence(String stream) {
        return journal.info(stream).map(StreamInfo::sequence).orElse(0L);
    }

    private boolean isOurs(StreamInfo info) {
        return agent.equals(info.head().keys().get(AGENT));
    }

    Optional<ServedTask> read(StreamInfo info) {
        StreamHead head = info.head();
        try (Stream<JournalRecord> records = journal.read(head.stream(), 1)) {
            return ServedTask.read(taskOf(info), head.identity(), records);
        }
    }

    /**
     * Is what to add to a task that is known or not: a record, with how the task is found afterwards.
     *
     * @param state {@link #TAKEN} or {@link #GIVEN}, or {@link #SAME} for a task that is there
     * @param pushes whether somebody is to be told
     */
    record Addition(JournalEntry entry, String state, boolean pushes) {}

    /**
     * Adds to a task what follows from how it is.
     *
     * @param what says what to add; empty for nothing
     * @return the task afterwards
     */
    Optional<ServedTask> add(
            Identity identity,
            String taskId,
            String contextId,
            Function<Optional<ServedTask>, Optional<Addition>> what) {
        StoreException last = null;
        for (int i = 0; i < TRIES; i++) {
            Optional<ServedTask> known = find(identity, taskId);
            Optional<Addition> addition = what.apply(known);
            if (addition.isEmpty()) {
                return known;
            }
            try {
                return appended(identity, taskId, contextId, known, addition.get());
            } catch (StoreException e) {
                if (!e.code().equals(ErrorCode.STALE_WRITE)) {
                    throw e;
                }
                last = e;
            }
        }
        throw last == null ? new IllegalStateException("nothing was tried") : last;
    }

    private Optional<ServedTask> appended(
            Identity identity, String taskId, String contextId, Optional<ServedTask> known, Addition addition) {
        Claim claim = journal.seize(stream(taskId), owner, LEASE);
        try {
            long sequence = known.map(ServedTask::sequence).orElse(0L);
            StreamHead head = head(identity, taskId, contextId, addition, journal.info(stream(taskId)));
            journal.append(claim, sequence, List.of(addition.entry()), head);
        } finally {
            journal.release(claim);
        }
        return find(identity, taskId);
    }

    /** Reads the old head under the claim, so that nobody changes it in between. */
    private StreamHead head(
            Identity identity, String taskId, String contextId, Addition addition, Optional<StreamInfo> before) {
        Map<String, String> keys = new HashMap<>();
        keys.put(AGENT, agent);
        keys.put(CONTEXT, contextId);
        keys.put(AT, addition.entry().at().toString());
        String state = addition.state();
        if (state.equals(SAME) && before.isPresent()) {
            StreamHead head = before.get().head();
            keys.putAll(head.keys());
            keys.remove(PUSH);
            state = head.state();
        }
        if (addition.pushes()) {
            keys.put(PUSH, OPEN);
        }
        return StreamHead.of(stream(taskId), identity, state).keys(keys);
    }

    /** Notes that all that was said was handed over, if nothing was said since. */
    void given(ServedTask task) {
        Optional<StreamInfo> info = journal.info(stream(task.id()));
        if (info.isEmpty() || !info.get().head().state().equals(TAKEN)) {
            return;
        }
        Claim claim = journal.seize(stream(task.id()), owner, LEASE);
        try {
            journal.append(claim, task.sequence(), List.of(), info.get().head().state(GIVEN));
        } catch (StoreException e) {
            if (!e.code().equals(ErrorCode.STALE_WRITE)) {
                throw e;
            }
        } finally {
            journal.release(claim);
        }
    }

    /** Returns the tasks of an identity, the newest first. */
    List<StreamInfo> list(Identity identity, String contextId) {
        HeadQuery query = HeadQuery.session(identity).key(AGENT, agent).after(PREFIX);
        return journal.find(contextId.isEmpty() ? query : query.key(CONTEXT, contextId)).stream()
                .sorted((one, other) -> order(other).compareTo(order(one)))
                .toList();
    }

    /** Returns a text by which tasks are ordered in time; two are never the same. */
    static String order(StreamInfo info) {
        Instant at = Instant.parse(info.head().keys().getOrDefault(AT, Instant.EPOCH.toString()));
        return String.valueOf(1_000_000_000_000L + at.getEpochSecond())
                + (1_000_000_000L + at.getNano())
                + info.head().stream();
    }

    /** Returns the tasks of all identities of which a message was perhaps not handed over, page by page. */
    List<StreamInfo> taken(String after, int most) {
        return journal.find(HeadQuery.everyTenant()
                .key(AGENT, agent)
                .states(TAKEN)
                .after(after)
                .limit(most));
    }

    /** Returns the tasks of a conversation of which a message was perhaps not handed over, the oldest first. */
    List<StreamInfo> taken(Identity identity, String contextId) {
        HeadQuery query = HeadQuery.session(identity)
                .key(AGENT, agent)
                .key(CONTEXT, contextId)
                .states(TAKEN)
                .after(PREFIX);
        return journal.find(query).stream()
                .sorted(Comparator.comparing(TaskLog::order))
                .toList();
    }

    /** Returns the tasks of all identities of which somebody is to be told. */
    List<StreamInfo> pushing(String after, int most) {
        return journal.find(HeadQuery.everyTenant()
                .key(AGENT, agent)
                .key(PUSH, OPEN)
                .after(after)
                .limit(most));
    }
}
