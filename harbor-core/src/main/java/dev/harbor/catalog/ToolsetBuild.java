package dev.harbor.catalog;

import dev.harbor.catalog.ToolsetChangeException.Kind;
import dev.harbor.error.ConfigurationException;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes the tools of one toolset and checks each; all are kept or all are given back. Confined to one thread. */
final class ToolsetBuild {

    private final ExternalToolset toolset;
    private final RegistrationProfile profile;
    private final Invokers invokers;
    private final ToolBindings bindings;
    private final List<Tool<?, ?>> retained = new ArrayList<>();
    private final Set<ToolId> ids = new HashSet<>();

    ToolsetBuild(ExternalToolset toolset, RegistrationProfile profile, Invokers invokers, ToolBindings bindings) {
        this.toolset = toolset;
        this.profile = profile;
        this.invokers = invokers;
        this.bindings = bindings;
    }

    /** Returns the tools as they are registered, sorted by id. */
    OwnedTools run() {
        return named(adopted(), OwnedTools::of);
    }

    /** Returns the tools as they are registered, in the order of the definitions. */
    OwnedTools runInOrder() {
        return named(adopted(), OwnedTools::inOrder);
    }

    private List<Tool<?, ?>> adopted() {
        List<Tool<?, ?>> adopted = new ArrayList<>();
        for (ToolFactory factory : toolset.definitions()) {
            for (Tool<?, ?> tool : make(factory)) {
                adopted.add(adopt(tool));
            }
        }
        if (adopted.size() > ExternalToolset.MAX_TOOLS) {
            throw failed(null, adopted.size() + " tools were made, allowed are " + ExternalToolset.MAX_TOOLS, null);
        }
        return adopted;
    }

    private OwnedTools named(List<Tool<?, ?>> adopted, Function<List<Tool<?, ?>>, OwnedTools> naming) {
        try {
            return naming.apply(adopted);
        } catch (ConfigurationException e) {
            throw failed(null, String.valueOf(e.getMessage()), e);
        }
    }

    /** Gives back what was made. */
    void abandon() {
        invokers.release(retained);
    }

    /** A factory is foreign code: whatever it throws refuses the replacement and nothing else. */
    private List<Tool<?, ?>> make(ToolFactory factory) {
        String name = null;
        try {
            name = factory.declaredName();
            List<Tool<?, ?>> kept = keep(name, factory.build(bindings.only(factory.requires())));
            requirePromised(name, factory.producedNames(), kept);
            return kept;
        } catch (ToolsetChangeException e) {
            throw e;
        } catch (RuntimeException e) {
            throw failed(name, "its factory failed: " + e.getMessage(), e);
        }
    }

    /** What was checked before is what is installed. */
    private void requirePromised(String name, List<String> promised, List<Tool<?, ?>> made) {
        Set<String> names = new TreeSet<>();
        made.forEach(tool -> names.add(tool.id().name()));
        if (!promised.isEmpty() && !names.equals(new TreeSet<>(promised))) {
            throw failed(name, "its factory was to make " + promised + " and made " + names, null);
        }
    }

    private List<Tool<?, ?>> keep(String name, List<Tool<?, ?>> made) {
        List<Tool<?, ?>> tools = made.stream().filter(Objects::nonNull).toList();
        invokers.retain(tools);
        retained.addAll(tools);
        if (tools.isEmpty() || tools.size() < made.size()) {
            throw failed(name, "its factory made " + (tools.isEmpty() ? "no tool" : "a tool that is null"), null);
        }
        return tools;
    }

    private Tool<?, ?> adopt(Tool<?, ?> tool) {
        Tool<?, ?> adopted = checked(tool);
        if (!ids.add(adopted.id())) {
            throw refused(
                    Kind.EXTERNAL_TOOL_COLLISION,
                    adopted.id().name(),
                    "it is in the set twice; give one another name or another version",
                    null);
        }
        return adopted;
    }

    private Tool<?, ?> checked(Tool<?, ?> tool) {
        try {
            return ToolChecks.passed(RemoteText.adopt(tool, toolset.source()), profile);
        } catch (ConfigurationException e) {
            throw failed(tool.id().name(), String.valueOf(e.getMessage()), e);
        }
    }

    private ToolsetChangeException failed(@Nullable String tool, String reason, @Nullable Throwable cause) {
        return refused(Kind.EXTERNAL_BUILD_FAILED, tool, reason, cause);
    }

    private ToolsetChangeException refused(Kind kind, @Nullable String tool, String reason, @Nullable Throwable cause) {
        return new ToolsetChangeException(kind, toolset.source(), tool, reason, cause);
    }
}
