package dev.harbor.tools.openapi;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;
import org.snakeyaml.engine.v2.scanner.StreamReader;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * Reads YAML as plain Java values: one document, scalars by the core schema. An alias counts as many values as what it stands for, so that a small text can't
 * stand for a huge one. Confined to one thread.
 */
final class YamlTree {

    private static final ScalarResolver SCALARS = new CoreSchema().getScalarResolver();
    private static final String MERGE = "<<";
    private static final int LONGEST_NUMBER = 1_000;

    /** The parser takes time with the square of the length of a comment or a scalar: about a second for this. */
    private static final int LONGEST_LINE = 1 << 20;

    private final Iterator<Event> events;
    private final Budget budget;
    private final Map<Anchor, Anchored> anchors = new HashMap<>();
    private int read;

    private YamlTree(Iterator<Event> events, Budget budget) {
        this.events = events;
        this.budget = budget;
    }

    private record Anchored(@Nullable Object value, int values) {}

    static @Nullable Object read(String text, Budget budget) {
        requireLines(text);
        LoadSettings settings = LoadSettings.builder()
                .setCodePointLimit(Integer.MAX_VALUE)
                .setUseMarks(false)
                .build();
        try {
            return new YamlTree(new ParserImpl(settings, new StreamReader(settings, text)), budget).document();
        } catch (YamlEngineException e) {
            throw new Unusable(OpenApiReason.INVALID_DOCUMENT, "the document is not YAML: " + e.getMessage(), e);
        }
    }

    private static void requireLines(String text) {
        for (int start = 0, end; start < text.length(); start = end + 1) {
            int found = text.indexOf('\n', start);
            end = found < 0 ? text.length() : found;
            if (end - start > LONGEST_LINE) {
                throw new Unusable(
                        OpenApiReason.TOO_LARGE,
                        "a line of the document has more than " + LONGEST_LINE + " characters");
            }
        }
    }

    private @Nullable Object document() {
        Event event = events.next();
        while (event.getEventId() == Event.ID.StreamStart || event.getEventId() == Event.ID.DocumentStart) {
            event = events.next();
        }
        if (!(event instanceof NodeEvent first)) {
            throw new Unusable(OpenApiReason.INVALID_DOCUMENT, "the document is empty");
        }
        Object value = value(first, 0);
        events.next();
        if (events.next().getEventId() != Event.ID.StreamEnd) {
            throw new Unusable(OpenApiReason.INVALID_DOCUMENT, "the file has more than one document");
        }
        return value;
    }

    private @Nullable Object value(NodeEvent event, int depth) {
        Budget.requireDepth(depth);
        if (event instanceof AliasEvent) {
            return alias(event.getAnchor().orElseThrow());
        }
        count(1);
        int before = read;
        Object value = content(event, depth);
        event.getAnchor().ifPresent(anchor -> anchors.put(anchor, new Anchored(value, read - before + 1)));
        return value;
    }

    private void count(int more) {
        budget.spend(more);
        read += more;
    }

    private @Nullable Object alias(Anchor anchor) {
        Anchored known = anchors.get(anchor);
        if (known == null) {
            throw new Unusable(
                    OpenApiReason.INVALID_DOCUMENT,
                    "the document has the alias *" + Words.label(anchor.getValue()) + " of nothing");
        }
        count(known.values());
        return known.value();
    }

    private @Nullable Object content(NodeEvent event, int depth) {
        return switch (event.getEventId()) {
            case MappingStart -> mapping(depth);
            case SequenceStart -> sequence(depth);
            default -> scalar((ScalarEvent) event);
        };
    }

    private Map<String, @Nullable Object> mapping(int depth) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>(4);
        List<Object> merged = new ArrayList<>(0);
        for (Event key = events.next(); key.getEventId() != Event.ID.MappingEnd; key = events.next()) {
            String name = key(key);
            Object value = value((NodeEvent) events.next(), depth + 1);
            if (name.equals(MERGE) && value != null) {
                merged.add(value);
            } else {
                Budget.requireNew(members.keySet(), name);
                members.put(name, value);
            }
        }
        merged.forEach(each -> merge(each, members));
        return members;
    }

    private static void merge(@Nullable Object from, Map<String, @Nullable Object> into) {
        if (from instanceof Map<?, ?> map) {
            map.forEach((name, value) -> into.putIfAbsent(String.valueOf(name), value));
        } else if (from instanceof List<?> several) {
            several.forEach(each -> {
                if (each instanceof Map<?, ?>) {
                    merge(each, into);
                }
            });
        }
    }

    private String key(Event event) {
        if (event instanceof ScalarEvent scalar) {
            return scalar.getValue();
        }
        if (event instanceof AliasEvent alias && alias(alias.getAnchor().orElseThrow()) instanceof String text) {
            return text;
        }
        throw new Unusable(OpenApiReason.INVALID_DOCUMENT, "the document has a key that is no text");
    }

    private List<@Nullable Object> sequence(int depth) {
        List<@Nullable Object> elements = new ArrayList<>(4);
        for (Event event = events.next(); event.getEventId() != Event.ID.SequenceEnd; event = events.next()) {
            elements.add(value((NodeEvent) event, depth + 1));
        }
        return elements;
    }

    private static @Nullable Object scalar(ScalarEvent event) {
        String text = event.getValue();
        Tag tag = event.getTag()
                .map(Tag::new)
                .orElseGet(() -> SCALARS.resolve(text, event.getImplicit().canOmitTagInPlainScalar()));
        if (tag.equals(Tag.NULL)) {
            return null;
        }
        if (text.length() > LONGEST_NUMBER) {
            return text;
        }
        if (tag.equals(Tag.BOOL)) {
            return text.equalsIgnoreCase("true");
        }
        if (tag.equals(Tag.INT)) {
            return integer(text);
        }
        return tag.equals(Tag.FLOAT) ? decimal(text) : text;
    }

    private static Object integer(String text) {
        try {
            if (text.startsWith("0x")) {
                return new BigInteger(text.substring(2), 16);
            }
            return text.startsWith("0o") ? new BigInteger(text.substring(2), 8) : new BigInteger(text);
        } catch (NumberFormatException ignored) {
            // A tag may be put on anything; what is no number is text.
            return text;
        }
    }

    private static Object decimal(String text) {
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException ignored) {
            // JSON has no number for .inf and .nan.
            return text;
        }
    }
}
