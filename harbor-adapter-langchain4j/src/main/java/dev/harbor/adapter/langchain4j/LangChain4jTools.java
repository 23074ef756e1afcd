package dev.harbor.adapter.langchain4j;

import dev.harbor.json.Json;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolCodecs;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.annotation.AnnotatedTools;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.service.tool.ToolExecutor;
import java.util.List;

/**
 * Makes tools of what was written for LangChain4j. It does not say what they do to the world, so that they are taken for {@link SideEffect#STATEFUL} unless the host says
 * what they do, for all methods of an object here, or for each tool with {@link Tool#effect}.
 *
 * <pre>{@code
 * List<Tool<?, ?>> tools = LangChain4jTools.of(new Calculator(), SideEffect.PURE);
 * }</pre>
 *
 * <p>Thread-safe.
 */
public final class LangChain4jTools {

    private LangChain4jTools() {}

    /**
     * Returns the tools of an object whose methods are marked with LangChain4j's {@code @Tool}. Schema, decoding and encoding are Harbor's, by the types of the methods;
     * LangChain4j is not asked to do anything. {@code @P} names, describes and defaults a parameter, and says whether it is required. A parameter marked with
     * {@code @ToolMemoryId} gets the session of the caller, one of the type {@code InvocationParameters} the caller and the call.
     *
     * @throws dev.harbor.error.ConfigurationException if there is none, or a method can't be offered and read back exactly; the message names it
     */
    public static List<Tool<?, ?>> of(Object tools) {
        return of(tools, tools.getClass());
    }

    /** Returns the tools of an object like {@link #of(Object)}, all of which have an effect. */
    public static List<Tool<?, ?>> of(Object tools, SideEffect effect) {
        return of(tools).stream().<Tool<?, ?>>map(tool -> tool.effect(effect)).toList();
    }

    /** Returns the tools of an object like {@link #of(Object)}, with the marks of another class: that behind a proxy whose own classes show none. */
    public static List<Tool<?, ?>> of(Object tools, Class<?> marked) {
        return AnnotatedTools.of(tools, marked, ToolCodecs.factory(), new LangChain4jMarks());
    }

    /**
     * Returns a tool of a specification and its executor. Arguments are held to the schema of the specification before the executor sees them; what the executor does with them
     * after that is its own business, and so is how it writes its result. Text that is an object or an array of JSON is taken for that, and other text for a string; a result
     * that is marked as an error fails the call, with the text as its message.
     *
     * @throws dev.harbor.error.ConfigurationException if the schema is not legal
     */
    public static Tool<Json, Json> of(ToolSpecification specification, ToolExecutor executor) {
        Json said = Json.parse(specification.toJson());
        Json schema = said.get("parameters").filter(json -> !json.isNull()).orElse(Json.parse("{\"type\":\"object\"}"));
        ToolDefinition.Builder definition = ToolDefinition.builder(ToolId.of(specification.name()), schema);
        if (specification.description() != null) {
            definition.description(specification.description());
        }
        return Tool.json(definition.build(), new ExecutorHandler(specification.name(), executor));
    }
}
