package dev.harbor.json;

import java.util.LinkedHashMap;
import java.util.Map;

/** Names the constants of an enum in JSON: by annotation, else by {@code toString} where the enum has its own, else as in Java. */
final class EnumNames {

    private EnumNames() {}

    static Map<String, Enum<?>> of(Class<?> type, String where) {
        Map<String, Enum<?>> names = new LinkedHashMap<>();
        for (Object each : type.getEnumConstants()) {
            Enum<?> constant = (Enum<?>) each;
            String name = name(type, constant, where);
            if (name.isBlank() || names.putIfAbsent(name, constant) != null) {
                throw Unsupported.at(
                        where,
                        constant.name() + " of " + type.getName()
                                + " has a blank name in JSON or that of another constant");
            }
        }
        if (names.isEmpty()) {
            throw Unsupported.at(where, type.getName() + " has no constants");
        }
        return names;
    }

    private static String name(Class<?> type, Enum<?> constant, String where) {
        try {
            return new Declaration(where + "." + constant.name(), type.getField(constant.name()))
                    .name(constant.toString());
        } catch (NoSuchFieldException e) {
            throw new AssertionError("every constant has its field: " + constant, e);
        }
    }
}
