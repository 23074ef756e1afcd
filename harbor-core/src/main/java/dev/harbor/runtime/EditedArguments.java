package dev.harbor.runtime;

import dev.harbor.error.ErrorCode;
import dev.harbor.event.Redactor;
import dev.harbor.json.Json;
import dev.harbor.pause.PauseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Puts what a person was not shown back into the arguments that the person has changed: what stands as it was shown stands for what it was. A placeholder in another
 * place is refused, since it would go to the tool in place of a value. ADR 28.
 */
final class EditedArguments {

    private EditedArguments() {}

    /**
     * Returns the arguments to call with.
     *
     * @param exact those that were asked about
     * @param shown the same, as the person saw them
     * @param edited what the person made of them
     * @throws PauseException if it is unclear what a placeholder stands for
     */
    static Json of(Json exact, Json shown, Json edited) {
        return exact.equals(shown) ? edited : merged("", exact, shown, edited);
    }

    private static Json merged(String where, Json exact, Json shown, Json edited) {
        if (edited.equals(shown)) {
            return exact;
        }
        if (areObjects(exact, shown, edited)) {
            Map<String, Json> members = new LinkedHashMap<>();
            edited.members().forEach((name, value) -> members.put(name, member(where, name, exact, shown, value)));
            return Json.of(members);
        }
        return hidesSomething(edited) && !hidesSomething(exact) ? unclear(where) : edited;
    }

    private static boolean hidesSomething(Json value) {
        return Redactor.hasPlaceholder(value.toString());
    }

    private static boolean areObjects(Json... values) {
        for (Json value : values) {
            if (value.kind() != Json.Kind.OBJECT) {
                return false;
            }
        }
        return true;
    }

    private static Json member(String above, String name, Json exact, Json shown, Json edited) {
        String where = above.isEmpty() ? name : above + "." + name;
        Optional<Json> before = exact.get(name);
        Optional<Json> seen = shown.get(name);
        if (before.isPresent() && seen.isPresent()) {
            return merged(where, before.get(), seen.get(), edited);
        }
        return hidesSomething(edited) ? unclear(where) : edited;
    }

    private static Json unclear(String where) {
        throw new PauseException(
                ErrorCode.INVALID_RESOLUTION,
                "the changed arguments have a placeholder" + (where.isEmpty() ? "" : " in '" + where + "'")
                        + " that stands for a value which is not shown; leave it where it was, or put a value there");
    }
}
