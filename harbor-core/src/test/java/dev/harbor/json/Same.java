package dev.harbor.json;

import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Shows a value so that equal texts mean equal values, also where Java compares arrays by identity, and with the class of each scalar. */
final class Same {

    private Same() {}

    static String text(@Nullable Object value) {
        if (value == null) {
            return "null";
        }
        if (value instanceof Collection<?> elements) {
            return elements.stream().map(Same::text).collect(Collectors.joining(",", "[", "]"));
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> text(entry.getKey()) + "=" + text(entry.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
        }
        if (value instanceof Optional<?> optional) {
            return "Optional " + text(optional.orElse(null));
        }
        if (value.getClass().isArray()) {
            return IntStream.range(0, Array.getLength(value))
                    .mapToObj(i -> text(Array.get(value, i)))
                    .collect(Collectors.joining(",", value.getClass().getSimpleName(), ";"));
        }
        if (value instanceof Record owner) {
            return record(owner);
        }
        if (value instanceof Json json) {
            return "Json " + json.canonical();
        }
        return value.getClass().getSimpleName() + " " + value;
    }

    private static String record(Record owner) {
        StringBuilder text = new StringBuilder(owner.getClass().getSimpleName());
        for (RecordComponent component : owner.getClass().getRecordComponents()) {
            try {
                Method accessor = component.getAccessor();
                accessor.setAccessible(true);
                text.append(' ').append(component.getName()).append('=').append(text(accessor.invoke(owner)));
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }
        return text.append(';').toString();
    }
}
