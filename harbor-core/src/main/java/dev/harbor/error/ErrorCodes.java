package dev.harbor.error;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;

/** Collects the constants of {@link ErrorCode}, so that the list cannot lag behind them. */
final class ErrorCodes {

    static final List<ErrorCode> ALL = Arrays.stream(ErrorCode.class.getFields())
            .filter(field -> Modifier.isStatic(field.getModifiers()) && field.getType() == ErrorCode.class)
            .map(ErrorCodes::read)
            .toList();

    private ErrorCodes() {}

    private static ErrorCode read(Field field) {
        try {
            return (ErrorCode) field.get(null);
        } catch (IllegalAccessException e) {
            throw new AssertionError("a public constant is readable: " + field, e);
        }
    }
}
