package dev.harbor.adapter.springai;

import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import dev.harbor.json.MalformedJsonException;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolCodecs;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.annotation.AnnotatedTools;
import java.util.Arrays;
import java.util.List;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;

/**
 * Makes tools of what was written for Spring AI. It does not say what they do to the world, so that they are taken for {@link SideEffect#STATEFUL} unless the host says
 * what they do, for all methods of an object here, or for each tool with {@link Tool#effect}.
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

    /** Returns the tools of an object like {@link #ofMethods(Object)}, all of which have an effect. */
    public static List<Tool<?, ?>> ofMethods(Object tools, SideEffect effect) {
        return ofMethods(tools).stream()
                .<Tool<?, ?>>map(tool -> tool.effect(effect))
                .toList();
    }

    /** Returns the tools of an object like {@link #ofMethods(Object)}, with the marks of another class: that behind a proxy whose own classes show none. */
    public static List<Tool<?, ?>> ofMethods(Object tools, Class<?> marked) {
        return AnnotatedTools.of(tools, marked, ToolCodecs.factory(), new SpringAiMarks());
    }

    /**
     * Returns a tool for each callback. Arguments are held to the schema of the callback before it sees them; what it does with them after that is its own business, and so is how it
     * writes its result: text that is JSON is taken for JSON, and other text for a string. The schema is as good as its author made it: that of a recursive record, for example, is wrong in
     * Spring AI 2.0.1, where {@link #ofMethods(Object)} gets it right.
     *
     * @throws dev.harbor.error.ConfigurationException if a schema is not legal, or no JSON at all; the message names the tool then
     */
    public static List<Tool<?, ?>> of(ToolCallback... callbacks) {
        return Arrays.stream(callbacks).<Tool<?, ?>>map(SpringAiTools::tool).toList();
    }

    private static Tool<Json, Json> tool(ToolCallback callback) {
        ToolDefinition said = callback.getToolDefinition();
        dev.harbor.tool.ToolDefinition definition = dev.harbor.tool.ToolDefinition.builder(
                        ToolId.of(said.name()), schema(said))
                .description(said.description())
                .build();
        return Tool.json(definition, new CallbackHandler(callback));
    }

    private static Json schema(ToolDefinition said) {
        try {
            return Json.parse(said.inputSchema());
        } catch (MalformedJsonException e) {
            throw new ConfigurationException(
                    ErrorCode.INVALID_CONFIGURATION,
                    "the schema of '" + said.name() + "' is not JSON: " + e.getMessage(),
                    e);
        }
    }
}
