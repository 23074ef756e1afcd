package dev.harbor.history;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.error.StoreException;
import dev.harbor.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the members of a record, and says where what is missing or of the wrong kind was expected. */
final class Members {

    private final String where;
    private final Json data;

    Members(String where, Json data) {
        this.where = where;
        this.data = data;
    }

    /** Returns a map to which members are added in the order in which they are written. */
    static Map<String, Object> of(String runId) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("run_id", runId);
        return members;
    }

    static void put(Map<String, Object> members, String name, @Nullable Object value) {
        if (value != null) {
            members.put(name, value);
        }
    }

    String text(String name) {
        return required(name, Json::asString);
    }

    @Nullable
    String optionalText(String name) {
        return optional(name, Json::asString);
    }

    long number(String name) {
        return required(name, Json::asLong);
    }

    long number(String name, long otherwise) {
        Long value = optional(name, Json::asLong);
        return value == null ? otherwise : value;
    }

    boolean has(String name) {
        return data.get(name).isPresent();
    }

    boolean flag(String name) {
        return required(name, Json::asBoolean);
    }

    Json json(String name) {
        return required(name, value -> value);
    }

    Members members(String name) {
        return new Members(where + " '" + name + "'", json(name));
    }

    @Nullable
    Members optionalMembers(String name) {
        return has(name) ? members(name) : null;
    }

    <T> List<T> list(String name, Function<Members, T> read) {
        if (!has(name)) {
            return List.of();
        }
        return required(name, Json::elements).stream()
                .map(element -> read.apply(new Members(where + " '" + name + "'", element)))
                .toList();
    }

    List<String> texts(String name) {
        return has(name)
                ? required(
                        name,
                        value -> value.elements().stream().map(Json::asString).toList())
                : List.of();
    }

    Map<String, String> textMap(String name) {
        Map<String, String> texts = new LinkedHashMap<>();
        if (has(name)) {
            Members inside = members(name);
            required(name, Json::members).keySet().forEach(key -> texts.put(key, inside.text(key)));
        }
        return texts;
    }

    private <T> T required(String name, Function<Json, T> read) {
        T value = optional(name, read);
        if (value == null) {
            throw damaged("has no '" + name + "'", null);
        }
        return value;
    }

    private <T> @Nullable T optional(String name, Function<Json, T> read) {
        try {
            return data.get(name).map(read).orElse(null);
        } catch (HarborException | IllegalStateException | ArithmeticException e) {
            throw damaged("has a '" + name + "' of the wrong kind", e);
        }
    }

    /** Reads a value whose own constructor checks it. */
    <T> T checked(Function<Members, T> read) {
        try {
            return read.apply(this);
        } catch (IllegalArgumentException e) {
            throw damaged("breaks a bound: " + e.getMessage(), e);
        }
    }

    StoreException damaged(String what, @Nullable Throwable cause) {
        return new StoreException(ErrorCode.STORE_FAILED, where + " " + what, cause);
    }
}
