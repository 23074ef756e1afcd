package dev.harbor.tools.http;

import dev.harbor.json.Json;
import dev.harbor.tool.ToolContext;
import java.util.Map;

/** Is what a body can be made of: each argument, those that nothing else takes, and all as they came. */
record BodyInput(Map<String, Json> values, Map<String, Json> rest, Json whole, ToolContext context) {

    /** Returns the rest as JSON, in the spelling in which it came if it is all. */
    Json restAsJson() {
        return rest.size() == values.size() ? whole : Json.of(rest);
    }
}
