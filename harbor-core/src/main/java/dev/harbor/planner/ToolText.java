package dev.harbor.planner;

import dev.harbor.catalog.RemoteText;
import dev.harbor.json.Json;
import dev.harbor.llm.Content;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolExample;
import dev.harbor.tool.ToolHints;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Writes the definition of a tool as one JSON object: whatever words a remote server chose, they stay inside its strings. */
final class ToolText {

    private static final int SHORT_DESCRIPTION = 160;
    private static final List<String> RANKS = List.of("minimal", "common", "edge-case");

    private final int maxBytes;
    private final int maxExamples;
    private final Set<String> ambiguous;

    ToolText(List<ToolDefinition> tools, int maxBytes, int maxExamples) {
        this.maxBytes = maxBytes;
        this.maxExamples = maxExamples;
        this.ambiguous = tools.stream()
                .collect(Collectors.groupingBy(tool -> tool.id().name(), TreeMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .filter(entry -> entry.getValue() > 1)
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the definition with so much detail, or with less when it would be too large for a part of a prompt. */
    String of(ToolDefinition tool, Detail wanted) {
        for (Detail detail : Detail.values()) {
            String text = detail.compareTo(wanted) < 0 ? "" : write(tool, detail);
            if (!text.isEmpty() && Content.sizeBytes(text) <= maxBytes) {
                return text;
            }
        }
        return Shortened.pieces(maxBytes, write(tool, Detail.NAMES)).get(0);
    }

    private String write(ToolDefinition tool, Detail detail) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("tool", nameOf(tool));
        members.put("effect", tool.effect().wireName());
        members.put("description", description(tool, detail));
        if (detail == Detail.NAMES) {
            members.put("argument_names", argumentNames(tool));
        } else {
            members.put("arguments", tool.inputSchema());
        }
        if (detail == Detail.FULL) {
            hints(tool.hints(), members);
            examples(tool, members);
        }
        return RemoteText.clean(Json.of(members).toString());
    }

    private String nameOf(ToolDefinition tool) {
        return ambiguous.contains(tool.id().name())
                ? tool.id().toString()
                : tool.id().name();
    }

    private static String description(ToolDefinition tool, Detail detail) {
        return detail == Detail.FULL
                ? tool.description()
                : Shortened.to(
                        SHORT_DESCRIPTION,
                        tool.description().lines().findFirst().orElse(""));
    }

    private static List<String> argumentNames(ToolDefinition tool) {
        return tool.inputSchema()
                .get("properties")
                .filter(properties -> properties.kind() == Json.Kind.OBJECT)
                .map(properties ->
                        properties.members().keySet().stream().limit(100).toList())
                .orElse(List.of());
    }

    private static void hints(ToolHints hints, Map<String, Object> members) {
        if (hints.cost() != null) {
            members.put("cost", hints.cost());
        }
        if (hints.latency() != null) {
            members.put("usually_takes", hints.latency().toMillis() + " ms");
        }
        if (hints.safetyNotes() != null) {
            members.put("mind", hints.safetyNotes());
        }
    }

    private void examples(ToolDefinition tool, Map<String, Object> members) {
        List<Map<String, Object>> examples = tool.examples().stream()
                .sorted(Comparator.comparingInt(ToolText::rank))
                .limit(maxExamples)
                .map(ToolText::example)
                .toList();
        if (!examples.isEmpty()) {
            members.put("examples", examples);
        }
    }

    private static int rank(ToolExample example) {
        return example.tags().stream()
                .mapToInt(RANKS::indexOf)
                .filter(rank -> rank >= 0)
                .min()
                .orElse(RANKS.size());
    }

    private static Map<String, Object> example(ToolExample example) {
        Map<String, Object> members = new LinkedHashMap<>();
        if (!example.description().isBlank()) {
            members.put("when", example.description());
        }
        members.put("arguments", example.arguments());
        return members;
    }
}
