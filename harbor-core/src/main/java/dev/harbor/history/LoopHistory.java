package dev.harbor.history;

import dev.harbor.error.StoreException;
import dev.harbor.event.LoopExternalToolsetChanged;
import dev.harbor.identity.Identity;
import dev.harbor.journal.JournalRecord;
import dev.harbor.json.Json;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Is what the records of a loop say. External tools are never made of records: what is on record of them tells what was installed, for people.
 *
 * <p>Not thread-safe.
 */
public final class LoopHistory {

    /** How many ended turns are remembered. */
    public static final int MAX_EXCHANGES = 50;

    /** How many named turns that have ended are known again. */
    public static final int MAX_ENDINGS = 10_000;

    private static final String WITHDRAWN = "withdrawn";

    private final Identity identity;
    private final String stream;
    private final Map<Long, Input> queue = new LinkedHashMap<>();
    private final Deque<Exchange> exchanges = new ArrayDeque<>();
    private final Map<String, Ending> endings = new LinkedHashMap<>();
    private final TreeMap<String, LoopExternalToolsetChanged> toolsets = new TreeMap<>();
    private String loop = "";
    private String definition = "";
    private String mode = "";
    private long lastTurn;
    private long sequence;
    private boolean ended;
    private @Nullable OpenTurn open;

    /**
     * Is an input that is on record.
     *
     * @param turn the number of its turn
     * @param text what was said, or its beginning
     * @param content what came with it; JSON null for nothing
     * @param name the name that its turn was given; empty for one that the loop makes
     */
    public record Input(long turn, String text, Json content, String name) {}

    /**
     * Is the turn that has begun and not ended.
     *
     * @param input what it answers
     * @param runId the run that it drives
     * @param mode its mode
     * @param sources what was installed when it began: generations by source
     */
    public record OpenTurn(Input input, String runId, String mode, Map<String, String> sources) {}

    /**
     * Is a turn that has ended.
     *
     * @param text what was said
     * @param state how it ended
     * @param result what it came to
     */
    public record Exchange(String text, String state, Json result) {}

    /**
     * Is how a turn has ended.
     *
     * @param state how it is
     * @param reason why
     */
    public record Ending(String state, String reason) {}

    /**
     * Creates an empty history.
     *
     * @param identity whose the stream is
     * @param stream its name
     */
    public LoopHistory(Identity identity, String stream) {
        this.identity = identity;
        this.stream = stream;
    }

    /**
     * Takes records, in order.
     *
     * @throws StoreException if one is of an unknown kind or version, is damaged, or does not follow from those before it
     */
    public LoopHistory addAll(Stream<JournalRecord> records) {
        try (records) {
            records.forEach(this::add);
        }
        return this;
    }

    /** Takes the next record; see {@link #addAll}. */
    public void add(JournalRecord record) {
        String type = record.entry().type();
        Members data = new Members(
                "record " + record.sequence() + " ('" + type + "') of stream '" + stream + "'",
                record.entry().data());
        if (record.sequence() != sequence + 1) {
            throw data.damaged("comes after " + sequence, null);
        }
        if (record.entry().version() > LoopRecordType.VERSION) {
            throw data.damaged(
                    "has version " + record.entry().version() + "; this Harbor reads " + LoopRecordType.VERSION, null);
        }
        requireOfLoop(data, type);
        read(record, type, data);
        sequence = record.sequence();
    }

    private void requireOfLoop(Members data, String type) {
        String of = data.text("loop_id");
        boolean isFirst = sequence == 0;
        if (of.isEmpty() || isFirst != type.equals(LoopRecordType.OPENED) || (!isFirst && !of.equals(loop))) {
            throw data.damaged("is of loop_id '" + of + "' and does not follow from those before", null);
        }
        if (ended) {
            throw data.damaged("comes after the end of the loop", null);
        }
    }

    private void read(JournalRecord record, String type, Members data) {
        switch (type) {
            case LoopRecordType.OPENED -> opened(data);
            case LoopRecordType.INPUT -> input(data);
            case LoopRecordType.WITHDRAWN -> ended(taken(data, data.number("turn")), new Ending(WITHDRAWN, WITHDRAWN));
            case LoopRecordType.TURN_STARTED -> started(data);
            case LoopRecordType.TURN_ENDED -> turnEnded(data);
            case LoopRecordType.MODE_CHANGED -> mode = data.text("mode");
            case LoopRecordType.TOOLSET_CHANGED ->
                changed(ToolsetRecord.read(
                        identity, record.entry().at(), data, record.entry().data()));
            case LoopRecordType.ENDED -> end(data);
            default -> throw data.damaged("is of a kind that this Harbor does not know", null);
        }
    }

    private void opened(Members data) {
        loop = data.text("loop_id");
        definition = data.text("definition");
        mode = data.text("mode");
    }

    private void input(Members data) {
        String name = data.optionalText("named");
        Input input = new Input(
                data.number("turn"),
                data.text("text"),
                data.has("content") ? data.json("content") : Json.NULL,
                name == null ? "" : name);
        if (queue.putIfAbsent(input.turn(), input) != null) {
            throw data.damaged("is of turn " + input.turn() + ", which is there", null);
        }
        lastTurn = Math.max(lastTurn, input.turn());
    }

    private Input taken(Members data, long turn) {
        Input input = queue.remove(turn);
        if (input == null) {
            throw data.damaged("is of turn " + turn + ", which is not queued", null);
        }
        return input;
    }

    private void started(Members data) {
        if (open != null) {
            throw data.damaged("begins a turn while another has not ended", null);
        }
        open = new OpenTurn(
                taken(data, data.number("turn")), data.text("run_id"), data.text("mode"), data.textMap("sources"));
    }

    private void turnEnded(Members data) {
        long turn = data.number("turn");
        OpenTurn ending = open;
        if (ending == null || ending.input().turn() != turn) {
            throw data.damaged("ends turn " + turn + ", which has not begun", null);
        }
        ended(ending.input(), new Ending(data.text("state"), data.text("reason")));
        exchanges.addLast(new Exchange(ending.input().text(), data.text("state"), data.json("result")));
        if (exchanges.size() > MAX_EXCHANGES) {
            exchanges.removeFirst();
        }
        open = null;
    }

    /** Keeps how a named turn has ended, and forgets the one that ended first. */
    private void ended(Input input, Ending ending) {
        if (input.name().isEmpty()) {
            return;
        }
        endings.put(input.name(), ending);
        if (endings.size() > MAX_ENDINGS) {
            endings.remove(endings.keySet().iterator().next());
        }
    }

    private void end(Members data) {
        data.text("reason");
        ended = true;
    }

    private void changed(LoopExternalToolsetChanged change) {
        if (change.tools().isEmpty()) {
            toolsets.remove(change.source());
        } else {
            toolsets.put(change.source(), change);
        }
    }

    /** Tells whether there is nothing yet. */
    public boolean isEmpty() {
        return sequence == 0;
    }

    /** Returns whose the loop is. */
    public Identity identity() {
        return identity;
    }

    /** Returns the id of the loop. */
    public String loop() {
        return loop;
    }

    /** Returns the name of the definition that it was made with. */
    public String definition() {
        return definition;
    }

    /** Returns the mode of the next turn. */
    public String mode() {
        return mode;
    }

    /** Tells whether it was ended for good. */
    public boolean isEnded() {
        return ended;
    }

    /** Returns the number of the newest turn that was asked for. */
    public long lastTurn() {
        return lastTurn;
    }

    /** Returns the inputs whose turns have not begun, in order. */
    public List<Input> queue() {
        return List.copyOf(queue.values());
    }

    /** Returns the turn that has begun and not ended. */
    public Optional<OpenTurn> open() {
        return Optional.ofNullable(open);
    }

    /** Returns the turn that has begun and not ended, when it is known that there is one. */
    public OpenTurn requireOpen() {
        return Objects.requireNonNull(open, "no turn has begun");
    }

    /** Returns the last turns that have ended, the oldest first, at most {@value #MAX_EXCHANGES}. */
    public List<Exchange> exchanges() {
        return new ArrayList<>(exchanges);
    }

    /** Returns how the turn of a name has ended; empty when it has not, or is not known any more. */
    public Optional<Ending> ending(String name) {
        return Optional.ofNullable(endings.get(name));
    }

    /** Returns what each source installed last, by its name. */
    public Map<String, LoopExternalToolsetChanged> toolsets() {
        return Map.copyOf(toolsets);
    }

    /** Returns the sequence of the newest record. */
    public long sequence() {
        return sequence;
    }
}
