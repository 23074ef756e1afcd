package dev.harbor.planner;

import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.FinishReason;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.ToolRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Makes a decision out of what a model answered. Names of members are read leniently, because models mix up protocols; what is asked for is never guessed. Members
 * that belong to no action, such as the model's thoughts, are left out.
 */
final class ActionReader {

    /** The most characters of the name of a tool or task; what is longer is no name. */
    static final int MAX_NAME_LENGTH = 256;

    private static final List<FinishReason> REASONS =
            List.of(FinishReason.GOAL, FinishReason.NO_PATH, FinishReason.CONSTRAINTS_CONFLICT);

    private final Set<Arm> arms;
    private final int maxCalls;
    private final Predicate<String> isTool;

    /**
     * Makes a reader.
     *
     * @param arms what the model may want
     * @param maxCalls the most calls of one answer
     * @param isTool tells whether a name is one of a tool that is shown
     */
    ActionReader(Set<Arm> arms, int maxCalls, Predicate<String> isTool) {
        this.arms = arms;
        this.maxCalls = maxCalls;
        this.isTool = isTool;
    }

    /** Reads an answer. */
    Answer read(String text) throws NoAction {
        List<Json> objects = new ArrayList<>();
        for (Json document : AnswerText.documents(text)) {
            collect(document, objects);
        }
        if (objects.isEmpty()) {
            throw NoAction.because("the answer is an empty list");
        }
        return objects.size() == 1 ? one(objects.get(0)) : several(objects);
    }

    private static void collect(Json document, List<Json> objects) throws NoAction {
        if (document.kind() != Json.Kind.ARRAY) {
            objects.add(object(document, "the answer"));
            return;
        }
        for (Json element : document.elements()) {
            objects.add(object(element, "an element of the answer"));
        }
    }

    private static Json object(Json json, String what) throws NoAction {
        if (json.kind() != Json.Kind.OBJECT) {
            throw NoAction.because(
                    what + " must be an object, got " + json.kind().name().toLowerCase(Locale.ROOT));
        }
        return json;
    }

    private Answer several(List<Json> objects) throws NoAction {
        List<ToolRequest> calls = new ArrayList<>();
        for (Json object : objects) {
            if (arm(object) != Arm.CALL) {
                throw NoAction.because("of several actions in one answer each must be a call; answer with one action");
            }
            calls.addAll(calls(object));
        }
        return new Answer(decision(calls, JoinPolicy.ALL), say(objects.get(0)));
    }

    private Answer one(Json object) throws NoAction {
        Decision decision = switch (arm(object)) {
            case CALL -> call(object);
            case SPAWN -> spawn(object);
            case AWAIT -> await(object);
            case PAUSE -> Pausing.read(object);
            case FINISH -> finish(object);
        };
        return new Answer(decision, say(object));
    }

    private static String say(Json object) {
        return Shape.text(object, "say").orElse("");
    }

    private Arm arm(Json object) throws NoAction {
        Optional<String> named = Shape.text(object, "action");
        Arm arm = named.isPresent() ? named(named.get(), object) : unnamed(object);
        if (!arms.contains(arm)) {
            throw NoAction.because("'" + arm.wireName() + "' is not allowed; the actions are " + names());
        }
        return arm;
    }

    private Arm named(String name, Json object) throws NoAction {
        if (isTool.test(name) && Shape.first(object, Shape.ARGUMENTS).isPresent()) {
            return Arm.CALL;
        }
        return Arm.of(name)
                .orElseThrow(() ->
                        NoAction.because("'" + Shortened.to(60, name) + "' is no action; the actions are " + names()));
    }

    private Arm unnamed(Json object) throws NoAction {
        if (has(object, "calls", "tool_calls", "tool", "tool_name", "function")
                || (has(object, "name") && Shape.first(object, Shape.ARGUMENTS).isPresent())) {
            return Arm.CALL;
        }
        if (has(object, "result", "answer", "final_answer")) {
            return Arm.FINISH;
        }
        throw NoAction.because("the object has no \"action\"; the actions are " + names());
    }

    private String names() {
        return arms.stream().sorted().map(Arm::wireName).collect(Collectors.joining(", "));
    }

    private static boolean has(Json object, String... names) {
        return Shape.first(object, List.of(names)).isPresent();
    }

    private Decision call(Json object) throws NoAction {
        List<ToolRequest> calls = calls(object);
        return decision(calls, Joining.of(object, calls.size()));
    }

    private Decision decision(List<ToolRequest> calls, JoinPolicy join) throws NoAction {
        if (calls.size() > maxCalls) {
            throw NoAction.because("one answer may ask for " + maxCalls + " calls at most, got " + calls.size());
        }
        return calls.size() == 1 ? new Decision.CallTool(calls.get(0)) : new Decision.CallParallel(calls, join);
    }

    private List<ToolRequest> calls(Json object) throws NoAction {
        Optional<Json> listed = Shape.first(object, List.of("calls", "tool_calls"));
        if (listed.isEmpty()) {
            return List.of(request(object));
        }
        if (listed.get().kind() != Json.Kind.ARRAY || listed.get().elements().isEmpty()) {
            throw NoAction.because("\"calls\" must be a list of one call or more");
        }
        List<ToolRequest> calls = new ArrayList<>();
        for (Json call : listed.get().elements()) {
            calls.add(request(object(call, "a call")));
        }
        return calls;
    }

    private ToolRequest request(Json call) throws NoAction {
        Optional<Json> function = call.get("function").filter(json -> json.kind() == Json.Kind.OBJECT);
        if (function.isPresent()) {
            return request(function.get());
        }
        String tool = Shape.firstText(call, Shape.TOOL)
                .or(() -> Shape.text(call, "function"))
                .or(() -> Shape.text(call, "action").filter(isTool))
                .orElseThrow(() -> NoAction.because("a call needs a \"tool\""));
        return ToolRequest.of(
                bounded("tool", tool.strip()),
                arguments(Shape.first(call, Shape.ARGUMENTS).orElse(Json.EMPTY_OBJECT)));
    }

    /** Arguments that come as text are JSON that was written twice; whether it is good JSON is for the dispatcher to say. */
    private static Json arguments(Json arguments) {
        return arguments.kind() == Json.Kind.STRING ? Json.arguments(arguments.asString()) : arguments;
    }

    private static String bounded(String what, String name) throws NoAction {
        if (name.isEmpty() || name.length() > MAX_NAME_LENGTH) {
            throw NoAction.because("\"" + what + "\" must have 1 to " + MAX_NAME_LENGTH + " characters");
        }
        return name;
    }

    private static Decision spawn(Json object) throws NoAction {
        String goal = Shape.firstText(object, List.of("goal", "task", "query"))
                .orElseThrow(() -> NoAction.because("a \"spawn\" needs a \"goal\""));
        if (goal.length() > ActionSchema.MAX_TEXT_LENGTH) {
            throw NoAction.because("\"goal\" may have " + ActionSchema.MAX_TEXT_LENGTH + " characters at most");
        }
        return new Decision.SpawnTask(
                goal, Shape.first(object, List.of("input")).orElse(Json.EMPTY_OBJECT));
    }

    private static Decision await(Json object) throws NoAction {
        String task = Shape.firstText(object, List.of("task", "task_id"))
                .orElseThrow(() -> NoAction.because("an \"await\" needs a \"task\""));
        return new Decision.AwaitTask(bounded("task", task.strip()));
    }

    private static Decision finish(Json object) throws NoAction {
        String name = Shape.text(object, "reason").orElse(FinishReason.GOAL.wireName());
        FinishReason reason = REASONS.stream()
                .filter(each -> each.wireName().equals(name.strip().toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> NoAction.because("\"reason\" of a finish must be one of "
                        + REASONS.stream().map(FinishReason::wireName).toList()));
        Optional<Json> result = Shape.first(object, Shape.RESULT);
        if (result.isEmpty() && reason == FinishReason.GOAL) {
            throw NoAction.because("a \"finish\" that reached the goal needs a \"result\"");
        }
        return new Decision.Finish(reason, result.orElse(Json.NULL));
    }
}
