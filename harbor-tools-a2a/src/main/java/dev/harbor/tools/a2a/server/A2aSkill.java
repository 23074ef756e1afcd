package dev.harbor.tools.a2a.server;

import dev.harbor.json.Json;
import dev.harbor.loop.LoopDefinition;
import dev.harbor.loop.LoopInput;
import dev.harbor.plan.Planner;
import dev.harbor.run.Profile;
import dev.harbor.runtime.RunRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Is something that a served agent can do: a run, a tool, or a conversation with a loop. Each task is a run, durable like any other; that of a loop is a turn of it.
 *
 * <pre>{@code
 * A2aSkill.run("quote", "Quote", "Says what a job costs", message -> RunRequest.goal(message.text()).input(message.input()));
 * A2aSkill.tool("forecast", "Forecast", "Says the weather of a city", "weather.forecast");
 * A2aSkill.loop("desk", "Desk", "Talks about the weather, and remembers what was said", desk);
 * }</pre>
 *
 * <p>Immutable.
 */
public final class A2aSkill {

    private final String id;
    private final String name;
    private final String description;
    private final List<String> tags;
    private final List<String> examples;
    private final Work work;

    private A2aSkill(String id, String name, String description, List<String> tags, List<String> examples, Work work) {
        this.id = named(id, "id");
        this.name = named(name, "name");
        this.description = named(description, "description");
        this.tags = List.copyOf(tags);
        this.examples = List.copyOf(examples);
        this.work = work;
    }

    private static String named(String text, String what) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("a skill needs " + what);
        }
        return text;
    }

    /**
     * Returns a skill whose tasks are runs.
     *
     * @param id names it to callers
     * @param request makes a run of a message; the same of the same message, since it is asked again after a restart. Its id is not its to choose. What it throws as
     *     {@link IllegalArgumentException} refuses the message, without its words. Give a planner or profile of its own to the skill and not to the request
     * @throws IllegalArgumentException if a text is blank
     */
    public static A2aSkill run(String id, String name, String description, Function<A2aMessage, RunRequest> request) {
        RunWork work = new RunWork(Objects.requireNonNull(request, "request"), null, null);
        return new A2aSkill(id, name, description, List.of(), List.of(), work);
    }

    /**
     * Returns a skill whose tasks are calls of a tool. Its arguments are the only data part of the message, or its text if that is an object of JSON.
     *
     * @param tool the name of a tool of the runtime
     * @throws IllegalArgumentException if a text is blank
     */
    public static A2aSkill tool(String id, String name, String description, String tool) {
        return tool(id, name, description, tool, ToolWork::argumentsOf);
    }

    /**
     * Returns a skill whose tasks are calls of a tool.
     *
     * @param tool the name of a tool of the runtime
     * @param arguments makes the arguments of a message, by the rules of {@link #run}
     * @throws IllegalArgumentException if a text is blank
     */
    public static A2aSkill tool(
            String id, String name, String description, String tool, Function<A2aMessage, Json> arguments) {
        ToolWork work = new ToolWork(named(tool, "a tool"), Objects.requireNonNull(arguments, "arguments"));
        return new A2aSkill(id, name, description, List.of(), List.of(), work);
    }

    /**
     * Returns a skill whose conversations are loops: the messages of a context are inputs of one loop of their sender, and each begins a task, which is a turn. What comes
     * along with the words of a message is the content of the input.
     *
     * @param definition how the loops work; the same object for as long as the runtime lasts
     * @throws IllegalArgumentException if a text is blank, or the turns are carried out by an agent elsewhere, which callers had better ask themselves
     */
    public static A2aSkill loop(String id, String name, String description, LoopDefinition definition) {
        return loop(id, name, description, definition, LoopWork::inputOf);
    }

    /**
     * Returns a skill whose conversations are loops; see {@link #loop(String, String, String, LoopDefinition)}.
     *
     * @param input makes an input of a message, by the rules of {@link #run}; its name is not its to choose. It must not ask the server for anything
     * @throws IllegalArgumentException if a text is blank, or the turns are carried out by an agent elsewhere
     */
    public static A2aSkill loop(
            String id,
            String name,
            String description,
            LoopDefinition definition,
            Function<A2aMessage, LoopInput> input) {
        if (definition.agent().isPresent()) {
            throw new IllegalArgumentException(
                    "skill '" + id + "' is a loop whose turns an agent elsewhere carries out");
        }
        LoopWork work = new LoopWork(definition, Objects.requireNonNull(input, "input"));
        return new A2aSkill(id, name, description, List.of(), List.of(), work);
    }

    /** Returns this skill with words that it is found by. */
    public A2aSkill tags(String... words) {
        return new A2aSkill(id, name, description, List.of(words), examples, work);
    }

    /** Returns this skill with examples of what to say. */
    public A2aSkill examples(String... texts) {
        return new A2aSkill(id, name, description, tags, List.of(texts), work);
    }

    /**
     * Returns this skill with a planner of its own; when never said, the runtime's plans.
     *
     * @throws IllegalArgumentException if its tasks are calls of a tool, which nobody plans, or turns of a loop, whose definition says that
     */
    public A2aSkill planner(Planner planner) {
        return with(Objects.requireNonNull(planner, "planner"), runs().profile());
    }

    /**
     * Returns this skill with a profile, whose evidence decides when a task is completed.
     *
     * @throws IllegalArgumentException if its tasks are calls of a tool, or turns of a loop
     */
    public A2aSkill profile(Profile profile) {
        return with(runs().planner(), Objects.requireNonNull(profile, "profile"));
    }

    private A2aSkill with(@Nullable Planner planner, @Nullable Profile profile) {
        RunWork own = new RunWork(runs().request(), planner, profile);
        return new A2aSkill(id, name, description, tags, examples, own);
    }

    private RunWork runs() {
        if (work instanceof RunWork own) {
            return own;
        }
        throw new IllegalArgumentException(
                "skill '" + id + "' is a tool or a loop, which has no planner and no profile here");
    }

    String id() {
        return id;
    }

    Work work() {
        return work;
    }

    Map<String, Object> toJson() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("id", id);
        members.put("name", name);
        members.put("description", description);
        members.put("tags", tags);
        if (!examples.isEmpty()) {
            members.put("examples", examples);
        }
        return members;
    }
}
