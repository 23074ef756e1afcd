package dev.harbor.tools.a2a;

import dev.harbor.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes a card in the forms over which it may be signed, each by RFC 8785 and without its signatures: as it came, without what has its default unless the
 * protocol requires it, and without anything that is empty, as some libraries have it.
 */
final class CanonicalCard {

    private static final Set<String> REQUIRED = Set.of(
            "name",
            "description",
            "version",
            "capabilities",
            "supportedInterfaces",
            "defaultInputModes",
            "defaultOutputModes",
            "skills",
            "id",
            "tags",
            "url",
            "protocolBinding",
            "protocolVersion");

    private CanonicalCard() {}

    static Stream<String> forms(Json card) {
        Map<String, Object> unsigned = new LinkedHashMap<>(card.members());
        unsigned.remove("signatures");
        Json whole = Json.of(unsigned);
        return Stream.of(whole, stripped(whole, REQUIRED, true), stripped(whole, Set.of(), false))
                .map(form -> form.canonical().toString())
                .distinct();
    }

    private static Json stripped(Json whole, Set<String> kept, boolean defaults) {
        Json left = strip(whole, kept, defaults);
        return left == null ? Json.EMPTY_OBJECT : left;
    }

    /** Returns what is left of a value; null if nothing is. */
    private static @Nullable Json strip(Json value, Set<String> kept, boolean defaults) {
        return switch (value.kind()) {
            case OBJECT -> object(value, kept, defaults);
            case ARRAY -> array(value, kept, defaults);
            case STRING -> value.asString().isEmpty() ? null : value;
            case NULL -> null;
            case BOOLEAN -> defaults && !value.asBoolean() ? null : value;
            case NUMBER -> defaults && value.asNumber().signum() == 0 ? null : value;
        };
    }

    private static @Nullable Json object(Json value, Set<String> kept, boolean defaults) {
        Map<String, Json> left = new LinkedHashMap<>();
        value.members().forEach((name, member) -> {
            Json rest = strip(member, kept, defaults);
            if (rest != null || (kept.contains(name) && !member.isNull())) {
                left.put(name, rest == null ? member : rest);
            }
        });
        return left.isEmpty() ? null : Json.of(left);
    }

    private static @Nullable Json array(Json value, Set<String> kept, boolean defaults) {
        List<Json> left = new ArrayList<>();
        for (Json each : value.elements()) {
            Json rest = strip(each, kept, defaults);
            if (rest != null) {
                left.add(rest);
            }
        }
        return left.isEmpty() ? null : Json.of(left);
    }
}
