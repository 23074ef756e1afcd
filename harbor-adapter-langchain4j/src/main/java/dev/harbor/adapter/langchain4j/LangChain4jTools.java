package dev.harbor.adapter.langchain4j;

import dev.harbor.json.Json;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolCodecs;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.annotation.AnnotatedTools;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.service.tool.ToolExecutor;
import java.util.List;

/**
 * Makes tools of what was written for LangChain4j. They declare no effect, and are taken for {@link dev.harbor.tool.SideEffect#STATEFUL}: say what each does with
 * {@link Tool#effect}.
 *
 * <pre>{@code
 * List<Tool<?, ?>> tools = LangChain4jTools.of(new Calculator()).stream()
 *         .<Tool<?, ?>>map(tool -> tool.effect(SideEffect.PURE))
 *         .toList();
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

    /** Returns the tools of an object like {@link #of(Object)}, with the marks of another class: that behind a proxy whose own classes show none. */
    public static List<Tool<?, ?>> of(Object tools, Class<?> marked) {
        return AnnotatedTools.of(tools, marked, ToolCodecs.factory(), new LangChain4jMarks());
    }

    /**
     * Returns a tool of a specification and its executor. Arguments are held to the schema of the specification before the executor sees them; what the executor does with them
     * after that is its own business, and so is how it writes its result: text that is JSON is taken for JSON, and other text for a string.
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
