package dev.harbor.tool.annotation;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the marked methods of a class: its own, then those that it inherits. A method that overrides another one stands for both. */
final class MarkedMethods {

    private final Class<?> type;
    private final ToolMarks marks;
    private final TypeBindings bindings;

    MarkedMethods(Class<?> type, ToolMarks marks) {
        this.type = type;
        this.marks = marks;
        this.bindings = TypeBindings.of(type);
    }

    List<MarkedMethod> find() {
        Map<List<Object>, MarkedMethod> found = new LinkedHashMap<>();
        for (Class<?> each : lineage()) {
            for (Method method : ownMethods(each)) {
                ToolMark mark = marks.mark(method);
                if (mark != null) {
                    found.putIfAbsent(signature(method), new MarkedMethod(mark, method, bindings, marks));
                }
            }
        }
        return List.copyOf(found.values());
    }

    /** A bridge has the marks of the method that it leads to, but not its types. The order of reflection is not defined. */
    private static List<Method> ownMethods(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> !method.isBridge() && !method.isSynthetic())
                .sorted(Comparator.comparing(Method::toString))
                .toList();
    }

    private List<Object> signature(Method method) {
        List<Object> signature = new ArrayList<>();
        signature.add(method.getName());
        for (var parameter : method.getGenericParameterTypes()) {
            signature.add(bindings.erasure(parameter));
        }
        return signature;
    }

    /** Returns the class, its superclasses, then their interfaces. */
    private Collection<Class<?>> lineage() {
        Set<Class<?>> lineage = new LinkedHashSet<>();
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            lineage.add(each);
        }
        for (Class<?> each : List.copyOf(lineage)) {
            addInterfaces(each, lineage);
        }
        return lineage;
    }

    private static void addInterfaces(@Nullable Class<?> type, Set<Class<?>> lineage) {
        if (type != null) {
            for (Class<?> each : type.getInterfaces()) {
                lineage.add(each);
                addInterfaces(each, lineage);
            }
        }
    }
}
