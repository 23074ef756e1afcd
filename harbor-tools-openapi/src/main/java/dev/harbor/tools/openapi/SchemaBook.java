package dev.harbor.tools.openapi;

import dev.harbor.json.Json;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Turns the schemas of a document into schemas that stand for themselves: what is referred to becomes a definition under a name that is the same in every tool.
 * Each is converted once. Confined to one import.
 */
final class SchemaBook {

    /** The most bytes of the schemas of one tool, one way. */
    static final int MAX_BYTES = 256 << 10;

    private record Place(String file, String pointer, Direction direction) {}

    private record Source(Node node, Direction direction) {}

    private final boolean isOld;
    private final Map<Place, String> names = new HashMap<>();
    private final Map<String, Source> sources = new HashMap<>();
    private final Map<String, Fragment> definitions = new HashMap<>();

    /** Makes a book of a document of version 3.0, whose schemas are older than JSON Schema 2020-12, or of a later one. */
    SchemaBook(boolean isOld) {
        this.isOld = isOld;
    }

    boolean isOld() {
        return isOld;
    }

    /** Returns a schema of the document, with its references turned into those of definitions. */
    Fragment convert(Node schema, Direction direction) {
        SchemaWriter writer = new SchemaWriter(this, direction);
        Object written = writer.write(schema, 0);
        return new Fragment(Json.of(written), writer.uses());
    }

    /** Returns the name under which a part of the document is defined. */
    String define(Node target, Direction direction) {
        Place place = new Place(target.file(), target.pointer(), direction);
        String known = names.get(place);
        if (known != null) {
            return known;
        }
        String name = free(target);
        names.put(place, name);
        sources.put(name, new Source(target, direction));
        return name;
    }

    private String free(Node target) {
        String last = target.pointer().isEmpty() ? target.file() : target.pointer();
        String wanted = last.substring(last.lastIndexOf('/') + 1).replaceAll("[^A-Za-z0-9._-]+", "_");
        String name = wanted.isEmpty() ? "schema" : wanted;
        for (int i = 2; sources.containsKey(name); i++) {
            name = wanted + "_" + i;
        }
        return name;
    }

    /**
     * Returns the definitions that these need, with those that they need.
     *
     * @throws Unusable if they are too large together, or one of them can't be converted
     */
    Map<String, Json> closure(Collection<String> wanted) {
        Map<String, Json> closure = new TreeMap<>();
        Deque<String> open = new ArrayDeque<>(wanted);
        long bytes = 0;
        while (!open.isEmpty()) {
            String name = open.removeFirst();
            if (!closure.containsKey(name)) {
                Fragment fragment = definition(name);
                closure.put(name, fragment.schema());
                bytes = requireRoom(bytes + fragment.schema().sizeBytes());
                open.addAll(fragment.uses());
            }
        }
        return closure;
    }

    static long requireRoom(long bytes) {
        if (bytes > MAX_BYTES) {
            throw new Unusable(
                    OpenApiReason.TOO_LARGE,
                    "a schema with all that it refers to has more than " + MAX_BYTES + " bytes");
        }
        return bytes;
    }

    private Fragment definition(String name) {
        Fragment known = definitions.get(name);
        if (known != null) {
            return known;
        }
        Source source = sources.get(name);
        if (source == null) {
            throw new IllegalStateException("no such definition: " + name);
        }
        Fragment made = convert(source.node(), source.direction());
        definitions.put(name, made);
        return made;
    }

    /** Collects the definitions that several schemas use. */
    static Set<String> uses(Collection<Fragment> fragments) {
        Set<String> uses = new LinkedHashSet<>();
        fragments.forEach(each -> uses.addAll(each.uses()));
        return uses;
    }
}
