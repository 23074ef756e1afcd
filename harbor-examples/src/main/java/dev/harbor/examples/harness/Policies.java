package dev.harbor.examples.harness;

import dev.harbor.access.AccessPolicy;
import dev.harbor.access.AllowAllPolicy;
import dev.harbor.access.ApprovalPolicy;
import dev.harbor.access.RestrictionPolicy;
import dev.harbor.examples.harness.ConfigFile.Effect;
import dev.harbor.examples.harness.ConfigFile.PolicyMode;
import dev.harbor.examples.harness.ConfigFile.PolicySettings;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns what a configuration says of access into a policy. Restricted, a run may only read, wherever in its workspace, unless more is said. */
record Policies(StrictFile file, PolicySettings settings) {

    private static final int MAX_VALUES = 256;
    private static final int MAX_LENGTH = 1024;
    private static final String PATH_FIELD = "path";

    /** Checks what does not need a workspace. */
    Policies {
        if (settings.mode() == PolicyMode.ALLOW_ALL) {
            refuseIf(file, "effects", settings.effects() != null);
            refuseIf(file, "tools", settings.tools() != null);
            refuseIf(file, "roots", settings.roots() != null);
        }
        checkValues(file, "tools", settings.tools());
        checkValues(file, "roots", settings.roots());
    }

    private static void refuseIf(StrictFile file, String name, boolean isSet) {
        if (isSet) {
            throw file.refuse(
                    "/policy/" + name, "restricts, and the mode is \"allow-all\"; allowed with \"restrict\" only");
        }
    }

    private static void checkValues(StrictFile file, String name, @Nullable List<String> values) {
        List<String> given = values == null ? List.of() : values;
        if (given.size() > MAX_VALUES) {
            throw file.refuse("/policy/" + name, "must have at most " + MAX_VALUES + " values, got " + given.size());
        }
        for (int i = 0; i < given.size(); i++) {
            String value = given.get(i);
            if (value.isBlank() || value.length() > MAX_LENGTH) {
                throw file.refuse("/policy/" + name + "/" + i, "must have 1 to " + MAX_LENGTH + " characters");
            }
        }
    }

    /** Returns what lets through what is said, and has a person asked about the effects that are said. */
    AccessPolicy policy(Path workspace) {
        List<Effect> asked = or(settings.ask(), List.of());
        if (asked.isEmpty()) {
            return restriction(workspace);
        }
        ApprovalPolicy.Builder asking = ApprovalPolicy.builder();
        asked.forEach(each -> asking.effects(each.effect()));
        return restriction(workspace).and(asking.build());
    }

    private AccessPolicy restriction(Path workspace) {
        if (settings.mode() == PolicyMode.ALLOW_ALL) {
            return AllowAllPolicy.instance();
        }
        RestrictionPolicy.Builder policy =
                RestrictionPolicy.builder().pathFields(PATH_FIELD).fileSystem(workspace);
        or(settings.effects(), List.of(Effect.READ)).forEach(each -> policy.effects(each.effect()));
        or(settings.tools(), List.of()).forEach(policy::tools);
        try {
            or(settings.roots(), List.of(".")).forEach(policy::roots);
            return policy.build();
        } catch (IllegalArgumentException e) {
            throw file.refuse("/policy/roots", "can't be taken: " + e.getMessage());
        }
    }

    /** An empty list says no more than one that is left out. */
    private static <T> List<T> or(@Nullable List<T> given, List<T> otherwise) {
        return given == null || given.isEmpty() ? otherwise : given;
    }
}
