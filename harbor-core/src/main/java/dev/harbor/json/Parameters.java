package dev.harbor.json;

import java.lang.reflect.Parameter;

/** Reads what a method parameter says of itself. */
final class Parameters {

    private Parameters() {}

    static Codec.Parameter describe(Parameter parameter) {
        String where = parameter.getDeclaringExecutable().getName() + "(" + parameter.getName() + ")";
        Declaration declaration = new Declaration(where, parameter);
        String javaName = parameter.isNamePresent() ? parameter.getName() : "";
        String name = declaration.name(javaName);
        if (name.isEmpty()) {
            throw Unsupported.at(where, "the parameter has no name; compile with -parameters or name it by @Param");
        }
        boolean nullable = declaration.nullable()
                || Declaration.saysNullable(parameter.getAnnotatedType().getAnnotations());
        return new Codec.Parameter(
                name,
                NullableType.inside(parameter.getAnnotatedType()),
                declaration.description(),
                nullable,
                declaration.defaultText());
    }
}
