package dev.harbor.catalog;

import static java.util.stream.Collectors.groupingBy;

import dev.harbor.tool.InvalidToolDefinition;
import dev.harbor.tool.ToolId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Are the names by which a model is told of the tools of a snapshot: 1 to {@value #MAX_LENGTH} characters of {@code [A-Za-z0-9_-]}, one a tool, and back
 * (ADR 14).
 *
 * <p>A tool keeps its name where that is legal; other characters become {@code _}. Where that is too long, or two tools of one owner would share it, the
 * start of the name is followed by digits of a hash of the tool's id. The order of registration and the tools of other owners never matter.
 *
 * <p>Immutable.
 */
public final class WireNames {

    /** The most characters that a wire name has. */
    public static final int MAX_LENGTH = 64;

    private final Map<ToolId, String> names;
    private final Map<String, ToolId> ids;

    private WireNames(Map<ToolId, String> names) {
        this.names = Map.copyOf(names);
        Map<String, ToolId> reversed = new HashMap<>();
        names.forEach((id, name) -> reversed.put(name, id));
        this.ids = Map.copyOf(reversed);
    }

    /** Names the tools of one owner. */
    static WireNames of(Collection<ToolId> ids) {
        return new WireNames(new Naming(ids).done());
    }

    /** Puts together the names of owners that don't share any. */
    static WireNames union(Collection<WireNames> owners) {
        Map<ToolId, String> all = new HashMap<>();
        owners.forEach(owner -> all.putAll(owner.names));
        return new WireNames(all);
    }

    /** Returns the wire name of a tool, or null if the snapshot has no such tool. */
    public @Nullable String wireName(ToolId id) {
        return names.get(Objects.requireNonNull(id, "id"));
    }

    /** Returns the tool of a wire name, or null if the snapshot has none. */
    public @Nullable ToolId toolId(String wireName) {
        return ids.get(Objects.requireNonNull(wireName, "wireName"));
    }

    /** Returns all of them. */
    public Set<String> all() {
        return ids.keySet();
    }

    /** Gives every tool a name of its own, in rounds: first the natural ones, then those with ever more digits. */
    private static final class Naming {

        private final Map<ToolId, String> named = new HashMap<>();
        private final Set<String> taken = new HashSet<>();
        private List<ToolId> rest = new ArrayList<>();

        Naming(Collection<ToolId> ids) {
            Map<String, List<ToolId>> natural = new HashMap<>();
            for (ToolId id : ids) {
                String name = WireName.natural(id);
                if (name == null) {
                    rest.add(id);
                } else {
                    natural.computeIfAbsent(name, key -> new ArrayList<>()).add(id);
                }
            }
            // Kept free even where nobody gets it: no tool may be called by what another one would be called alone.
            taken.addAll(natural.keySet());
            natural.forEach(this::settle);
        }

        private void settle(String name, List<ToolId> claimants) {
            List<ToolId> exact =
                    claimants.stream().filter(id -> id.name().equals(name)).toList();
            List<ToolId> entitled = claimants.size() == 1 ? claimants : exact;
            for (ToolId id : claimants) {
                if (entitled.size() == 1 && entitled.contains(id)) {
                    named.put(id, name);
                } else {
                    rest.add(id);
                }
            }
        }

        Map<ToolId, String> done() {
            for (int digits = WireName.DIGITS;
                    !rest.isEmpty() && digits <= WireName.MAX_DIGITS;
                    digits += WireName.DIGITS) {
                round(digits);
            }
            if (!rest.isEmpty()) {
                throw new InvalidToolDefinition("tool '" + rest.get(0)
                        + "' can't be given a wire name, because other tools are named like its hashes; rename it");
            }
            return named;
        }

        private void round(int digits) {
            Map<String, List<ToolId>> claims = rest.stream().collect(groupingBy(id -> WireName.suffixed(id, digits)));
            rest = new ArrayList<>();
            claims.forEach((name, claimants) -> {
                if (claimants.size() == 1 && taken.add(name)) {
                    named.put(claimants.get(0), name);
                } else {
                    rest.addAll(claimants);
                }
            });
        }
    }
}
