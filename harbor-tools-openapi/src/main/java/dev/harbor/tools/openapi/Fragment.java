package dev.harbor.tools.openapi;

import dev.harbor.json.Json;
import java.util.Set;

/**
 * Is a schema that may refer to definitions. Immutable.
 *
 * @param schema in 2020-12, or as it was
 * @param uses the names of the definitions that it refers to
 */
record Fragment(Json schema, Set<String> uses) {

    Fragment {
        uses = Set.copyOf(uses);
    }
}
