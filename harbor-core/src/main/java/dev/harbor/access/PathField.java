package dev.harbor.access;

import dev.harbor.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Is a place in the arguments of a call where a path stands: a JSON pointer in which {@code *} is any member or element. Immutable. */
final class PathField {

    private static final String ANY = "*";

    private final String pointer;
    private final List<String> segments;

    private PathField(String pointer, List<String> segments) {
        this.pointer = pointer;
        this.segments = List.copyOf(segments);
    }

    /**
     * Reads a pointer; a plain name means a member of the arguments themselves.
     *
     * @throws IllegalArgumentException if it is blank or escapes wrongly
     */
    static PathField of(String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("a path field is a JSON pointer such as /path or /files/*/path");
        }
        String pointer = text.startsWith("/") ? text : "/" + text;
        List<String> segments = new ArrayList<>();
        for (String segment : pointer.substring(1).split("/", -1)) {
            segments.add(unescape(segment));
        }
        return new PathField(pointer, segments);
    }

    private static String unescape(String segment) {
        if (segment.replace("~0", "").replace("~1", "").contains("~")) {
            throw new IllegalArgumentException("in a JSON pointer '~' is followed by 0 or 1, got '" + segment + "'");
        }
        return segment.replace("~1", "/").replace("~0", "~");
    }

    String pointer() {
        return pointer;
    }

    /** Tells whether every path that stands here passes. What is absent or null passes; what is there and is not text does not. */
    boolean holds(Json arguments, Predicate<String> passes) {
        return holds(arguments, 0, passes);
    }

    private boolean holds(Json value, int depth, Predicate<String> passes) {
        if (depth == segments.size()) {
            return value.kind() == Json.Kind.STRING && passes.test(value.asString());
        }
        String segment = segments.get(depth);
        return switch (value.kind()) {
            case OBJECT -> members(value, segment).stream().allMatch(each -> holds(each, depth + 1, passes));
            case ARRAY ->
                isIndex(segment) && elements(value, segment).stream().allMatch(each -> holds(each, depth + 1, passes));
            default -> false;
        };
    }

    private static List<Json> members(Json object, String segment) {
        List<Json> there = segment.equals(ANY)
                ? List.copyOf(object.members().values())
                : object.get(segment).stream().toList();
        return there.stream().filter(member -> !member.isNull()).toList();
    }

    private static List<Json> elements(Json array, String segment) {
        List<Json> all = array.elements();
        if (segment.equals(ANY)) {
            return all;
        }
        int index = Integer.parseInt(segment);
        return index < all.size() ? List.of(all.get(index)) : List.of();
    }

    private static boolean isIndex(String segment) {
        return segment.equals(ANY) || segment.matches("[0-9]{1,9}");
    }
}
