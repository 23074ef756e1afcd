package dev.harbor.planner;

import dev.harbor.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Knows the names under which models write the members of an action. */
final class Shape {

    static final List<String> TOOL = List.of("tool", "name", "tool_name", "function_name");
    static final List<String> ARGUMENTS = List.of("arguments", "args", "parameters", "action_input", "input");
    static final List<String> RESULT = List.of("result", "answer", "final_answer", "output", "action_input");

    private static final Set<String> TELLING = Set.of(
            "action", "calls", "tool_calls", "tool", "tool_name", "function", "result", "answer", "final_answer");

    private Shape() {}

    /** Tells whether something in the midst of prose was meant as an action. */
    static boolean isActionLike(Json json) {
        return switch (json.kind()) {
            case OBJECT ->
                json.members().keySet().stream().anyMatch(TELLING::contains)
                        || (json.get("name").isPresent()
                                && first(json, ARGUMENTS).isPresent());
            case ARRAY -> json.elements().stream().anyMatch(Shape::isActionLike);
            default -> false;
        };
    }

    /** Returns the first of some members that is there and not null. */
    static Optional<Json> first(Json object, List<String> names) {
        return names.stream()
                .flatMap(name -> object.get(name).stream())
                .filter(value -> !value.isNull())
                .findFirst();
    }

    /** Returns a member that is a text. */
    static Optional<String> text(Json object, String name) {
        return object.get(name)
                .filter(value -> value.kind() == Json.Kind.STRING)
                .map(Json::asString);
    }

    /** Returns the first of some members that is a text with something in it. */
    static Optional<String> firstText(Json object, List<String> names) {
        return names.stream()
                .flatMap(name -> text(object, name).stream())
                .filter(text -> !text.isBlank())
                .findFirst();
    }
}
