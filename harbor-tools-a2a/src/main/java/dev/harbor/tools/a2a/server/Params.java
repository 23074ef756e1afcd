package dev.harbor.tools.a2a.server;

import dev.harbor.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the members of an object that a caller sent. What is missing, null or empty is the same; what is of another type is refused by its name. Immutable. */
final class Params {

    static final int LONGEST_ID = 128;

    private final String where;
    private final Map<String, Json> members;

    private Params(String where, Map<String, Json> members) {
        this.where = where;
        this.members = members;
    }

    static Params of(@Nullable Json json, String where) {
        if (json == null || json.isNull()) {
            return new Params(where, Map.of());
        }
        if (json.kind() != Json.Kind.OBJECT) {
            throw Refusal.params(where + " must be an object");
        }
        return new Params(where, json.members());
    }

    private @Nullable Json find(String member, Json.Kind kind) {
        Json value = members.get(member);
        if (value == null || value.isNull()) {
            return null;
        }
        if (value.kind() != kind) {
            throw Refusal.params(where + '.' + member + " must be of the type " + kind);
        }
        return value;
    }

    boolean has(String member) {
        return members.containsKey(member);
    }

    /** Returns a value of any type, null included; JSON null when there is none. */
    Json any(String member) {
        Json value = members.get(member);
        return value == null ? Json.NULL : value;
    }

    String text(String member) {
        Json value = find(member, Json.Kind.STRING);
        return value == null ? "" : value.asString();
    }

    /** Returns what names something; empty when there is none. */
    String id(String member) {
        String id = text(member);
        if (id.length() > LONGEST_ID || !id.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw Refusal.params(
                    where + '.' + member + " has at most " + LONGEST_ID + " printable characters of ASCII");
        }
        return id;
    }

    String requiredId(String member) {
        String id = id(member);
        if (id.isEmpty()) {
            throw Refusal.params(where + '.' + member + " is missing");
        }
        return id;
    }

    boolean flag(String member) {
        Json value = find(member, Json.Kind.BOOLEAN);
        return value != null && value.asBoolean();
    }

    /** Returns a number that is not negative, and not more than the most. */
    int number(String member, int otherwise, int most) {
        Json value = find(member, Json.Kind.NUMBER);
        if (value == null) {
            return otherwise;
        }
        int number;
        try {
            number = value.asNumber().intValueExact();
        } catch (ArithmeticException e) {
            throw Refusal.params(where + '.' + member + " must be a whole number of 0 to " + most);
        }
        if (number < 0) {
            throw Refusal.params(where + '.' + member + " must not be negative");
        }
        return Math.min(number, most);
    }

    Params object(String member) {
        return of(find(member, Json.Kind.OBJECT), where + '.' + member);
    }

    List<Json> list(String member) {
        Json value = find(member, Json.Kind.ARRAY);
        return value == null ? List.of() : value.elements();
    }
}
