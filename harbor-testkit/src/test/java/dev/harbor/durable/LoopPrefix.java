package dev.harbor.durable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.history.LoopRecordType;
import dev.harbor.journal.JournalRecord;
import dev.harbor.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Is what the first records of a loop come to, by the plainest of rules. Immutable.
 *
 * @param mode the mode
 * @param slots what each source has, sources in the order of their bytes
 */
record LoopPrefix(String mode, Map<String, Content> slots) {

    /** Is what a slot holds. */
    record Content(String generation, List<String> names) {}

    /** What is declared in each mode. */
    static final Map<String, List<String>> DECLARED =
            Map.of("", List.of("base", "gate"), "read", List.of("base", "gate"), "plan", List.of("plan"));

    /** Returns what each number of records comes to, from none on. */
    static List<LoopPrefix> of(List<JournalRecord> records) {
        List<LoopPrefix> prefixes = new ArrayList<>();
        prefixes.add(new LoopPrefix("", Map.of()));
        records.forEach(record -> prefixes.add(prefixes.get(prefixes.size() - 1).with(record)));
        return prefixes;
    }

    private LoopPrefix with(JournalRecord record) {
        Json data = record.entry().data();
        return switch (record.entry().type()) {
            case LoopRecordType.MODE_CHANGED -> new LoopPrefix(text(data, "mode"), slots);
            case LoopRecordType.TOOLSET_CHANGED ->
                with(text(data, "source"), new Content(text(data, "generation"), names(data)));
            default -> this;
        };
    }

    private LoopPrefix with(String source, Content content) {
        assertThat(content.names()).as("only what may be is recorded").allMatch(name -> !isTaken(source, name));
        Map<String, Content> next = new TreeMap<>(LoopPrefix::compareBytes);
        next.putAll(slots);
        next.remove(source);
        if (!content.names().isEmpty()) {
            next.put(source, content);
        }
        return new LoopPrefix(mode, next);
    }

    private static int compareBytes(String left, String right) {
        return Arrays.compareUnsigned(left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));
    }

    static String text(Json data, String member) {
        return data.get(member).orElseThrow().asString();
    }

    static List<String> names(Json data) {
        return data.get("tools").map(Json::elements).orElse(List.of()).stream()
                .map(tool -> text(tool, "name"))
                .toList();
    }

    /** Tells whether a name is none that a source may have. */
    boolean isTaken(String source, String name) {
        Set<String> taken = new HashSet<>();
        DECLARED.values().forEach(taken::addAll);
        slots.forEach((other, content) -> taken.addAll(other.equals(source) ? List.of() : content.names()));
        return taken.contains(name);
    }

    /** Returns what a turn is shown, in order. */
    List<String> shown() {
        List<String> shown = new ArrayList<>(DECLARED.get(mode));
        slots.values().forEach(content -> shown.addAll(content.names()));
        return shown;
    }
}
