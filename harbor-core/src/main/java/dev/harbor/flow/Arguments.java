package dev.harbor.flow;

import dev.harbor.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;

/** Puts together what a node is called with, and what a flow comes to. What is not there is not passed; whether it had to be is for a schema to say. */
final class Arguments {

    private Arguments() {}

    static Json of(Node node, Results from) {
        Ref whole = node.whole();
        return whole == null ? object(node.members(), from) : value(whole, from);
    }

    /** Returns the members, or what stands under the empty name as a whole. */
    static Json of(Map<String, Ref> members, Results from) {
        Ref whole = members.get("");
        return whole == null ? object(members, from) : value(whole, from);
    }

    private static Json value(Ref ref, Results from) {
        Json value = ref.in(from);
        return value == null ? Json.NULL : value;
    }

    private static Json object(Map<String, Ref> members, Results from) {
        Map<String, Json> values = new LinkedHashMap<>();
        members.forEach((name, ref) -> {
            Json value = ref.in(from);
            if (value != null) {
                values.put(name, value);
            }
        });
        return Json.of(values);
    }
}
