package dev.harbor.catalog;

import dev.harbor.tool.Tool;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/** Is a factory that is all data but for the code that makes the tools. */
record PlainFactory(
        String declaredName,
        List<String> producedNames,
        Set<Class<?>> requires,
        Function<ToolBindings, List<Tool<?, ?>>> code)
        implements ToolFactory {

    PlainFactory {
        Objects.requireNonNull(declaredName, "declaredName");
        producedNames = List.copyOf(producedNames);
        requires = Set.copyOf(requires);
        Objects.requireNonNull(code, "code");
    }

    @Override
    public List<Tool<?, ?>> build() {
        return build(ToolBindings.NONE);
    }

    @Override
    public List<Tool<?, ?>> build(ToolBindings bindings) {
        return code.apply(bindings);
    }
}
