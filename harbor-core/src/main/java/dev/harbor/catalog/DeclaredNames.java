package dev.harbor.catalog;

import dev.harbor.catalog.ToolsetChangeException.Kind;
import dev.harbor.tool.ToolIdentity;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks what the factories of a toolset say that they will make, before any of them is asked to. Confined to one thread. */
final class DeclaredNames {

    private final ExternalToolset toolset;
    private final Collection<OwnedTools> taken;
    private final int room;
    private final Set<String> seen = new HashSet<>();

    /**
     * Creates a check.
     *
     * @param taken the tools whose names are taken
     * @param room how many tools there may be
     */
    DeclaredNames(ExternalToolset toolset, Collection<OwnedTools> taken, int room) {
        this.toolset = toolset;
        this.taken = taken;
        this.room = room;
    }

    void check() {
        for (ToolFactory factory : toolset.definitions()) {
            Declared declared = ask(factory);
            declared.produced().forEach(name -> check(declared.name(), name));
        }
        requireRoom(seen.size());
    }

    private record Declared(String name, List<String> produced) {}

    private Declared ask(ToolFactory factory) {
        String declared = null;
        try {
            declared = factory.declaredName();
            if (declared == null || declared.isBlank()) {
                throw new IllegalArgumentException("its name is blank");
            }
            return new Declared(declared, List.copyOf(factory.producedNames()));
        } catch (RuntimeException e) {
            throw refused(Kind.EXTERNAL_BUILD_FAILED, declared, "it can't say what it makes: " + e.getMessage(), e);
        }
    }

    private void check(String declared, String name) {
        if (LoopCatalog.RESERVED_NAME.equals(name)) {
            throw refused(Kind.EXTERNAL_TOOL_COLLISION, name, "the name is reserved", null);
        }
        if (!ToolIdentity.isName(name)) {
            String reason = "it is to make a tool whose name is not 1 to " + ToolIdentity.MAX_NAME_BYTES
                    + " bytes without white space at the ends";
            throw refused(Kind.EXTERNAL_BUILD_FAILED, declared, reason, null);
        }
        if (!seen.add(name)) {
            throw refused(Kind.EXTERNAL_TOOL_COLLISION, name, "it is in the set twice", null);
        }
        if (taken.stream().anyMatch(tools -> tools.claims(name))) {
            throw refused(
                    Kind.EXTERNAL_TOOL_COLLISION, name, "its name is taken; give it a prefix of its source", null);
        }
    }

    /** Checks the number of tools. */
    void requireRoom(int tools) {
        int most = Math.min(ExternalToolset.MAX_TOOLS, room);
        if (tools > most) {
            String reason = tools + " tools are too many: there is room for " + most;
            throw refused(Kind.EXTERNAL_BUILD_FAILED, null, reason, null);
        }
    }

    private ToolsetChangeException refused(Kind kind, @Nullable String tool, String reason, @Nullable Throwable cause) {
        return new ToolsetChangeException(kind, toolset.source(), tool, reason, cause);
    }
}
