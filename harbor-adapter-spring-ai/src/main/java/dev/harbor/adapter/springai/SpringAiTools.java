package dev.harbor.adapter.springai;

import dev.harbor.json.Json;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolCodecs;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.annotation.AnnotatedTools;
import java.util.List;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;

/**
 * Makes tools of what was written for Spring AI. They declare no effect, and are taken for {@link dev.harbor.tool.SideEffect#STATEFUL}: say what each does with
 * {@link Tool#effect}.
 *
 * <p>Thread-safe.
 */
public final class SpringAiTools {

    private SpringAiTools() {}

    /**
     * Returns the tools of an object whose methods are marked with Spring AI's {@code @Tool}. Schema, decoding and encoding are Harbor's, by the types of the methods; Spring AI is
     * not asked to do anything, and its {@code resultConverter} and {@code returnDirect} mean nothing here. {@code @ToolParam} describes a parameter and says whether it is required. A
     * parameter of the type {@code ToolContext} of Spring AI gets the caller and the call.
     *
     * @throws dev.harbor.error.ConfigurationException if there is none, or a method can't be offered and read back exactly; the message names it
     */
    public static List<Tool<?, ?>> ofMethods(Object tools) {
        return ofMethods(tools, tools.getClass());
    }

    /** Returns the tools of an object like {@link #ofMethods(Object)}, with the marks of another class: that behind a proxy whose own classes show none. */
    public static List<Tool<?, ?>> ofMethods(Object tools, Class<?> marked) {
        return AnnotatedTools.of(tools, marked, ToolCodecs.factory(), new SpringAiMarks());
    }

    /**
     * Returns a tool for each callback. Arguments are held to the schema of the callback before it sees them; what it does with them after that is its own business, and so is how it
     * writes its result: text that is JSON is taken for JSON, and other text for a string. The schema is as good as its author made it: that of a recursive record, for example, is wrong in
     * Spring AI 2.0.1, where {@link #ofMethods} gets it right.
     *
     * @throws dev.harbor.error.ConfigurationException if a schema is not legal
     */
    public static List<Tool<?, ?>> of(ToolCallback... callbacks) {
        return List.of(callbacks).stream().<Tool<?, ?>>map(SpringAiTools::tool).toList();
    }

    private static Tool<Json, Json> tool(ToolCallback callback) {
        ToolDefinition said = callback.getToolDefinition();
        dev.harbor.tool.ToolDefinition definition = dev.harbor.tool.ToolDefinition.builder(
                        ToolId.of(said.name()), Json.parse(said.inputSchema()))
                .description(said.description())
                .build();
        return Tool.json(definition, new CallbackHandler(callback));
    }
}
