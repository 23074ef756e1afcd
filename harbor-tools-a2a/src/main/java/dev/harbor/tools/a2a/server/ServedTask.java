package dev.harbor.tools.a2a.server;

import dev.harbor.identity.Identity;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.JournalRecord;
import dev.harbor.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Is a task as its records tell it: who made it, what was said, and where to tell of it. How far its work is stands in the records of the run. Immutable.
 *
 * @param pushes the sealed or plain settings of each push, by their ids
 * @param pushed what each push was told last, by their ids
 * @param cancelled whether its caller wants it to stop
 * @param end how it ended without a run; null for what has one, or has not ended
 * @param sequence the newest record
 */
record ServedTask(
        String id,
        Identity identity,
        String contextId,
        String skill,
        List<Said> said,
        Map<String, String> pushes,
        Map<String, String> pushed,
        boolean cancelled,
        @Nullable End end,
        long sequence) {

    static final String TASK = "a2a.task";
    static final String MESSAGE = "a2a.message";
    static final String PUSH = "a2a.push";
    static final String PUSHED = "a2a.pushed";
    static final String CANCEL = "a2a.cancel";
    static final String ENDED = "a2a.ended";
    static final int VERSION = 1;

    /**
     * Is a message that was taken.
     *
     * @param pause the pause that it answers; empty for the first
     */
    record Said(String messageId, List<Json> parts, Json metadata, String pause, Instant at) {}

    /**
     * Is how a turn ended that came to no run.
     *
     * @param cancelled whether that was wanted; it has failed otherwise
     * @param reason why, as a code
     */
    record End(boolean cancelled, String reason, Instant at) {}

    ServedTask {
        said = List.copyOf(said);
        pushes = Map.copyOf(pushes);
        pushed = Map.copyOf(pushed);
    }

    static JournalEntry begun(String contextId, String skill, Incoming message, List<Json> parts, Instant at) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("context", contextId);
        data.put("skill", skill);
        data.put("message", message(message, parts));
        return new JournalEntry(TASK, VERSION, at, Json.of(data));
    }

    static JournalEntry answered(String pause, Incoming message, List<Json> parts, Instant at) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("pause", pause);
        data.put("message", message(message, parts));
        return new JournalEntry(MESSAGE, VERSION, at, Json.of(data));
    }

    private static Map<String, Object> message(Incoming message, List<Json> parts) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("id", message.messageId());
        data.put("parts", parts);
        data.put("metadata", message.metadata());
        return data;
    }

    /** Keeps a push, or takes it back when it is empty. */
    static JournalEntry push(String id, String sealed, Instant at) {
        return new JournalEntry(PUSH, VERSION, at, Json.of(Map.of("id", id, "sealed", sealed)));
    }

    /** Notes that the caller wants it to stop. */
    static JournalEntry cancel(Instant at) {
        return new JournalEntry(CANCEL, VERSION, at, Json.EMPTY_OBJECT);
    }

    static JournalEntry ended(End end) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("cancelled", end.cancelled());
        data.put("reason", end.reason());
        return new JournalEntry(ENDED, VERSION, end.at(), Json.of(data));
    }

    /** Notes which pushes were told what. */
    static JournalEntry pushed(String stamp, Collection<String> ids, Instant at) {
        return new JournalEntry(
                PUSHED,
                VERSION,
                at,
                Json.of(Map.of("stamp", stamp, "ids", ids.stream().sorted().toList())));
    }

    /** Reads the records of a task. Kinds that are not known here are of a later Harbor and don't matter to it. */
    static Optional<ServedTask> read(String id, Identity identity, Stream<JournalRecord> records) {
        String context = "";
        String skill = "";
        Map<String, String> pushed = new HashMap<>();
        boolean cancelled = false;
        End end = null;
        long sequence = 0;
        List<Said> said = new ArrayList<>();
        Map<String, String> pushes = new LinkedHashMap<>();
        for (JournalRecord record : (Iterable<JournalRecord>) records::iterator) {
            JournalEntry entry = record.entry();
            Params data = Params.of(entry.data(), "record");
            sequence = record.sequence();
            switch (entry.type()) {
                case TASK -> {
                    context = data.text("context");
                    skill = data.text("skill");
                    said.add(said(data, entry.at()));
                }
                case MESSAGE -> said.add(said(data, entry.at()));
                case PUSH -> {
                    push(pushes, data);
                    pushed.remove(data.text("id"));
                }
                case PUSHED -> data.list("ids").forEach(told -> pushed.put(told.asString(), data.text("stamp")));
                case CANCEL -> cancelled = true;
                case ENDED -> end = new End(data.flag("cancelled"), data.text("reason"), entry.at());
                default -> {}
            }
        }
        return said.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new ServedTask(id, identity, context, skill, said, pushes, pushed, cancelled, end, sequence));
    }

    private static Said said(Params data, Instant at) {
        Params message = data.object("message");
        return new Said(message.text("id"), message.list("parts"), message.any("metadata"), data.text("pause"), at);
    }

    private static void push(Map<String, String> pushes, Params data) {
        if (data.text("sealed").isEmpty()) {
            pushes.remove(data.text("id"));
        } else {
            pushes.put(data.text("id"), data.text("sealed"));
        }
    }

    Said first() {
        return said.get(0);
    }

    Said last() {
        return said.get(said.size() - 1);
    }

    /** Tells whether a push that is wanted was not told yet. */
    boolean owes(String pushId, String stamp) {
        return pushes.containsKey(pushId) && !stamp.equals(pushed.get(pushId));
    }

    boolean owes(String stamp) {
        return pushes.keySet().stream().anyMatch(id -> owes(id, stamp));
    }

    boolean heard(String messageId) {
        return said.stream().anyMatch(each -> each.messageId().equals(messageId));
    }

    boolean answers(String pauseId) {
        return said.stream().anyMatch(each -> each.pause().equals(pauseId));
    }

    A2aMessage message() {
        return MessageStore.read(first(), contextId);
    }

    Instant at() {
        return last().at();
    }

    /** Leaves out what was said. */
    @Override
    public String toString() {
        return "ServedTask[" + id + ']';
    }
}
