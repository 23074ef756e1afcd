package dev.harbor.tools.a2a;

import dev.harbor.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads the members of an object of a peer, whatever it left out, added or spelled in the way of another version. Immutable. */
record Fields(Map<String, Json> members) {

    static Fields of(Json json) {
        return new Fields(json.kind() == Json.Kind.OBJECT ? json.members() : Map.of());
    }

    static Fields of(@Nullable Json json, String otherwise) {
        if (json == null || json.kind() != Json.Kind.OBJECT) {
            throw new BrokenPeer(otherwise);
        }
        return of(json);
    }

    /** Returns the first member that is there and not null. */
    @Nullable
    Json any(String... names) {
        for (String name : names) {
            Json found = members.get(name);
            if (found != null && !found.isNull()) {
                return found;
            }
        }
        return null;
    }

    boolean has(String name) {
        return members.containsKey(name);
    }

    /** Returns a text; a number or a truth is taken for its spelling. */
    @Nullable
    String text(String... names) {
        Json found = any(names);
        if (found == null) {
            return null;
        }
        return switch (found.kind()) {
            case STRING -> found.asString();
            case NUMBER, BOOLEAN -> found.toString();
            default -> null;
        };
    }

    String textOr(String otherwise, String... names) {
        return Objects.requireNonNullElse(text(names), otherwise);
    }

    boolean flag(String... names) {
        Json found = any(names);
        return found != null && found.kind() == Json.Kind.BOOLEAN && found.asBoolean();
    }

    Fields object(String... names) {
        Json found = any(names);
        return found == null ? new Fields(Map.of()) : of(found);
    }

    List<Json> list(String... names) {
        Json found = any(names);
        return found == null || found.kind() != Json.Kind.ARRAY ? List.of() : found.elements();
    }

    List<String> texts(String... names) {
        return list(names).stream()
                .filter(each -> each.kind() == Json.Kind.STRING)
                .map(Json::asString)
                .toList();
    }
}
