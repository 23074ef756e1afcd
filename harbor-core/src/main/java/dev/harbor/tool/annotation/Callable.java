package dev.harbor.tool.annotation;

import dev.harbor.tool.InvalidToolDefinition;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/** Finds the method by which an object is called: the marked one, or the same method of an interface of a proxy that stands before the marked class. */
final class Callable {

    private Callable() {}

    /**
     * Returns a method that can be called on the object.
     *
     * @throws InvalidToolDefinition if there is none
     */
    static Method on(Object target, Method marked) {
        Class<?> owner = marked.getDeclaringClass();
        if (owner.isInstance(target) || Modifier.isStatic(marked.getModifiers())) {
            return requirePublic(marked);
        }
        for (Class<?> type = target.getClass(); type != null; type = type.getSuperclass()) {
            for (Class<?> each : type.getInterfaces()) {
                Method method = find(each, marked);
                if (method != null) {
                    return requirePublic(method);
                }
            }
        }
        throw new InvalidToolDefinition(
                "the object is no " + owner.getName() + ", and none of its interfaces has the method");
    }

    private static @Nullable Method find(Class<?> type, Method marked) {
        try {
            return type.getMethod(marked.getName(), marked.getParameterTypes());
        } catch (NoSuchMethodException absent) {
            return null;
        }
    }

    private static Method requirePublic(Method method) {
        if (!Modifier.isPublic(method.getDeclaringClass().getModifiers())) {
            throw new InvalidToolDefinition(method.getDeclaringClass().getName() + " is not public");
        }
        return method;
    }
}
