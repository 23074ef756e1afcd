package dev.harbor.catalog;

import dev.harbor.error.ConfigurationException;
import dev.harbor.tool.InvalidToolDefinition;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolDefinition;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.regex.Pattern;

/** Is what a definition must pass to be registered, beyond what it takes to be made: examples that fit, labels within bounds, and the profile. */
final class ToolChecks {

    static final int MAX_STRICT_DESCRIPTION_BYTES = 4096;

    private static final int MAX_LABELS = 64;
    private static final int MAX_LABEL_LENGTH = 128;
    private static final Pattern STRICT_NAME = Pattern.compile("[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)+");

    private ToolChecks() {}

    /**
     * Returns a tool as it is registered, or refuses it.
     *
     * @throws ConfigurationException naming the tool and what is allowed
     */
    static Tool<?, ?> passed(Tool<?, ?> tool, RegistrationProfile profile) {
        checkLabels(tool.definition(), "tag", tool.definition().tags());
        checkLabels(tool.definition(), "scope", tool.definition().authScopes());
        Tool<?, ?> passed = profile == RegistrationProfile.STRICT ? strict(tool) : tool;
        if (!passed.definition().examples().isEmpty()) {
            ExampleCheck.of(passed.definition()).run();
        }
        return passed;
    }

    private static void checkLabels(ToolDefinition definition, String what, Iterable<String> labels) {
        int count = 0;
        for (String label : labels) {
            count++;
            if (label.isBlank() || label.length() > MAX_LABEL_LENGTH) {
                throw refused(definition, "has a " + what + " that is not 1 to " + MAX_LABEL_LENGTH + " characters");
            }
        }
        if (count > MAX_LABELS) {
            throw refused(definition, "has " + count + " " + what + "s, allowed are " + MAX_LABELS);
        }
    }

    private static Tool<?, ?> strict(Tool<?, ?> tool) {
        checkStrict(tool.definition());
        try {
            return tool.strict();
        } catch (ConfigurationException e) {
            throw new ConfigurationException(
                    e.code(), "the input schema of tool '" + tool.id() + "' is refused: " + e.getMessage(), e);
        }
    }

    private static void checkStrict(ToolDefinition definition) {
        if (!STRICT_NAME.matcher(definition.id().name()).matches()) {
            throw refused(definition, "is not named as the strict profile demands: " + STRICT_NAME.pattern());
        }
        if (!definition.isEffectDeclared()) {
            throw refused(definition, "declares no effect, which the strict profile demands");
        }
        int bytes = definition.description().getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MAX_STRICT_DESCRIPTION_BYTES) {
            throw refused(
                    definition,
                    "has a description of " + bytes + " bytes; the strict profile allows "
                            + MAX_STRICT_DESCRIPTION_BYTES);
        }
    }

    static InvalidToolDefinition refused(ToolDefinition definition, String why) {
        return new InvalidToolDefinition(
                "tool '" + Objects.requireNonNull(definition).id() + "' " + why);
    }
}
