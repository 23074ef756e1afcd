package dev.harbor.tools.http;

import dev.harbor.json.Violation;
import dev.harbor.tool.InvalidArguments;
import java.util.List;

/** Makes the refusal of an argument that fits the schema and can't be sent all the same. */
final class Refused {

    private Refused() {}

    static InvalidArguments argument(String argument, String keyword, String why) {
        String pointer = '/' + argument.replace("~", "~0").replace("/", "~1");
        Violation violation = new Violation(pointer, keyword, why, List.of());
        return new InvalidArguments(violation.toString(), List.of(violation));
    }

    static InvalidArguments missing(String argument) {
        return argument(argument, "required", "is missing");
    }
}
