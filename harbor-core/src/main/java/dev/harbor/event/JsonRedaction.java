package dev.harbor.event;

import dev.harbor.artifact.ArtifactRef;
import dev.harbor.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Redacts one JSON value; what needs none stays the same object. Confined to one thread. */
final class JsonRedaction {

    /** A value inside so many objects and arrays is refused. */
    static final int MAX_DEPTH = 64;

    private final Redactor redactor;
    private final SecretNames names;

    JsonRedaction(Redactor redactor, SecretNames names) {
        this.redactor = redactor;
        this.names = names;
    }

    Json of(Json value) {
        return of(value, Secrecy.OPEN, 0);
    }

    private Json of(Json value, Secrecy secrecy, int depth) {
        if (depth >= MAX_DEPTH) {
            throw new RedactionException("a value is nested in " + depth + " levels; redaction goes less deep", null);
        }
        return switch (value.kind()) {
            case OBJECT -> object(value, secrecy, depth);
            case ARRAY -> array(value, secrecy, depth);
            case STRING -> string(value, secrecy);
            case NUMBER -> secrecy == Secrecy.SECRET ? Json.of(Redactor.PLACEHOLDER) : value;
            case BOOLEAN, NULL -> value;
        };
    }

    private Json object(Json value, Secrecy secrecy, int depth) {
        Map<String, Json> members = new LinkedHashMap<>();
        boolean changed = false;
        for (Map.Entry<String, Json> member : value.members().entrySet()) {
            String name = redactor.redact(member.getKey());
            Json redacted = of(member.getValue(), secrecy.or(names.of(member.getKey())), depth + 1);
            changed |= isAnother(redacted, member.getValue()) || !name.equals(member.getKey());
            members.put(unused(members, name), redacted);
        }
        return changed ? Json.of(members) : value;
    }

    @SuppressWarnings(
            "ReferenceEquality") // what was not redacted is the same object; comparing values would parse both
    private static boolean isAnother(Json redacted, Json original) {
        return redacted != original;
    }

    private static String unused(Map<String, Json> members, String name) {
        String free = name;
        for (int i = 2; members.containsKey(free); i++) {
            free = name + " (" + i + ")";
        }
        return free;
    }

    private Json array(Json value, Secrecy secrecy, int depth) {
        List<Json> elements = new ArrayList<>();
        boolean changed = false;
        for (Json element : value.elements()) {
            Json redacted = of(element, secrecy, depth + 1);
            changed |= isAnother(redacted, element);
            elements.add(redacted);
        }
        return changed ? Json.of(elements) : value;
    }

    private Json string(Json value, Secrecy secrecy) {
        String text = value.asString();
        if (ArtifactRef.isSpelledRight(text)) {
            return value;
        }
        String redacted = secrecy == Secrecy.OPEN ? redactor.redact(text) : Redactor.PLACEHOLDER;
        return redacted.equals(text) ? value : Json.of(redacted);
    }
}
