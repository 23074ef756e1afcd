package dev.harbor.dispatch;

import dev.harbor.artifact.ArtifactRef;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.json.InvalidJsonException;
import dev.harbor.json.Json;
import dev.harbor.json.MalformedJsonException;
import dev.harbor.json.Repair;
import dev.harbor.json.UnserializableException;
import dev.harbor.json.Violation;
import dev.harbor.policy.ErrorClass;
import dev.harbor.tool.ToolError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Parses, validates and decodes the arguments in one pass. Whatever is wrong with them, the tool does not hear of it. */
final class DecodeArguments implements Stage {

    @Override
    public String name() {
        return "arguments";
    }

    @Override
    public void apply(CallContext call) {
        try {
            decode(call);
            checkArtifacts(call);
        } catch (InvalidJsonException e) {
            refuse(call, e.violations(), "the arguments don't fit the tool", e);
        } catch (MalformedJsonException | UnserializableException e) {
            refuse(call, List.of(), String.valueOf(e.getMessage()), e);
        }
    }

    private static void decode(CallContext call) {
        Object typed = call.inputIfTyped();
        Json arguments = typed == null
                ? emptyIsObject(call.arguments())
                : call.tool().invoker().encodeInput(typed);
        // A value that is JSON itself has passed no codec yet.
        if (typed != null && !(typed instanceof Json)) {
            call.decoded(held(call, arguments), typed, List.of());
            return;
        }
        try {
            call.decoded(held(call, arguments), decoded(call.tool(), arguments), List.of());
        } catch (InvalidJsonException strict) {
            if (!call.request().lenient) {
                throw strict;
            }
            repair(call, arguments);
        }
    }

    private static Object decoded(PreparedTool tool, Json arguments) {
        return tool.policy().validation().arguments()
                ? tool.invoker().decode(arguments)
                : tool.invoker().decodeUnchecked(arguments);
    }

    private static void repair(CallContext call, Json arguments) {
        List<Repair> repairs = new ArrayList<>();
        Object value = call.tool().invoker().decode(arguments, repairs::add);
        Json repaired = repairs.isEmpty() ? arguments : call.tool().invoker().encodeInput(value);
        call.decoded(held(call, repaired), value, repairs);
    }

    private static Json held(CallContext call, Json arguments) {
        List<Violation> violations = call.tool().strictViolations(arguments);
        if (!violations.isEmpty()) {
            throw new InvalidJsonException(violations);
        }
        return arguments;
    }

    private static Json emptyIsObject(Json arguments) {
        boolean isEmpty = arguments.sizeBytes() < 64 && arguments.toString().isBlank();
        return isEmpty ? Json.EMPTY_OBJECT : arguments;
    }

    private static void checkArtifacts(CallContext call) {
        if (call.tool().takesArtifacts()) {
            List<Violation> missing = new ArrayList<>();
            collectMissing(call, call.arguments(), "", missing);
            if (!missing.isEmpty()) {
                throw new InvalidJsonException(missing);
            }
        }
    }

    private static void collectMissing(CallContext call, Json value, String pointer, List<Violation> missing) {
        switch (value.kind()) {
            case OBJECT -> {
                for (Map.Entry<String, Json> member : value.members().entrySet()) {
                    collectMissing(call, member.getValue(), pointer + "/" + escape(member.getKey()), missing);
                }
            }
            case ARRAY -> {
                List<Json> elements = value.elements();
                for (int i = 0; i < elements.size(); i++) {
                    collectMissing(call, elements.get(i), pointer + "/" + i, missing);
                }
            }
            case STRING -> {
                String text = value.asString();
                if (ArtifactRef.isSpelledRight(text) && isMissing(call, new ArtifactRef(text))) {
                    missing.add(new Violation(pointer, "artifact", "no such artifact in this session", List.of()));
                }
            }
            default -> {
                // other kinds can't refer to an artifact
            }
        }
    }

    private static boolean isMissing(CallContext call, ArtifactRef ref) {
        return call.services().safety().artifacts(call.scope()).find(ref).isEmpty();
    }

    private static String escape(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    private static void refuse(CallContext call, List<Violation> violations, String message, HarborException cause) {
        call.fail(new ToolError(ErrorCode.INVALID_ARGUMENTS, ErrorClass.PERMANENT, message, violations, true, cause));
    }
}
