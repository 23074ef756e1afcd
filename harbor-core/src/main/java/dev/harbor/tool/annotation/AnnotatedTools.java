package dev.harbor.tool.annotation;

import dev.harbor.json.CodecFactory;
import dev.harbor.tool.InvalidToolDefinition;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolCodecs;
import dev.harbor.tool.ToolId;
import java.lang.reflect.Proxy;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Makes tools of the methods that are marked by {@link HarborTool}.
 *
 * <pre>{@code
 * public class Weather {
 *     @HarborTool(name = "weather.forecast", description = "Daily forecast for a city", effect = SideEffect.READ)
 *     public Forecast forecast(String city, @Param(defaultValue = "3") int days) { ... }
 * }
 *
 * List<Tool<?, ?>> tools = AnnotatedTools.of(new Weather());
 * }</pre>
 *
 * <p>The methods are called by many threads at once. What they throw is thrown as it is.
 */
public final class AnnotatedTools {

    private AnnotatedTools() {}

    /**
     * Returns the tools of an object, sorted by id. Marks are found on its class, its superclasses and its interfaces, so that a proxy made of a subclass or
     * of an interface with marks will do.
     *
     * @throws dev.harbor.error.ConfigurationException if there is none, if two methods claim one id, or if a method can't be offered; the message names it
     */
    public static List<Tool<?, ?>> of(Object tools) {
        return of(tools, tools.getClass());
    }

    /** Returns the tools of an object like {@link #of(Object)}, with the marks of another class: that behind a proxy whose own classes show none. */
    public static List<Tool<?, ?>> of(Object tools, Class<?> marked) {
        return of(tools, marked, ToolCodecs.factory());
    }

    /** Returns the tools of an object like {@link #of(Object, Class)}, with codecs of the caller's own. */
    public static List<Tool<?, ?>> of(Object tools, Class<?> marked, CodecFactory codecs) {
        return of(tools, marked, codecs, new HarborMarks());
    }

    /** Returns the tools of an object like {@link #of(Object, Class, CodecFactory)}, whose methods are marked by annotations of another library. */
    public static List<Tool<?, ?>> of(Object tools, Class<?> marked, CodecFactory codecs, ToolMarks marks) {
        Objects.requireNonNull(tools, "tools");
        Objects.requireNonNull(codecs, "codecs");
        Map<ToolId, MarkedMethod> methods = distinct(new MarkedMethods(marked, marks).find());
        if (methods.isEmpty()) {
            throw new InvalidToolDefinition(marked.getName() + " has no method with @" + marks.annotation()
                    + (Proxy.isProxyClass(marked)
                            ? "; say which class is behind the proxy: of(proxy, TheClass.class)"
                            : ""));
        }
        return methods.values().stream()
                .<Tool<?, ?>>map(method -> method.toTool(tools, codecs))
                .sorted(Comparator.comparing(Tool::id))
                .toList();
    }

    private static Map<ToolId, MarkedMethod> distinct(List<MarkedMethod> methods) {
        Map<ToolId, MarkedMethod> byId = new TreeMap<>();
        for (MarkedMethod method : methods) {
            MarkedMethod other = byId.put(method.id(), method);
            if (other != null) {
                throw new InvalidToolDefinition("two methods make the tool '" + method.id() + "': " + other + " and "
                        + method + "; give one another name");
            }
        }
        return byId;
    }
}
