package dev.harbor.catalog;

import dev.harbor.access.ScopeGrants;
import dev.harbor.identity.Identity;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolId;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Is what a name leads to for somebody. A name that is almost right leads nowhere: no lookalike is ever found in its place. Immutable. */
public sealed interface ToolLookup {

    /** Calls the method of the visitor that belongs to this arm. */
    <R> R accept(Visitor<R> visitor);

    /** The tool is there, and its scopes are held. One object a tool and snapshot. */
    final class Found implements ToolLookup {

        private final Tool<?, ?> tool;
        private final Availability availability;

        Found(Tool<?, ?> tool, Availability availability) {
            this.tool = tool;
            this.availability = availability;
        }

        /** Returns the tool. */
        public Tool<?, ?> tool() {
            return tool;
        }

        /** Tells whether the tool's source serves at the moment; true for declared tools. */
        public boolean isAvailable() {
            return availability.isUp();
        }

        boolean existsFor(Identity identity) {
            return tool.isVisibleTo(identity);
        }

        /** Says what this tool is for somebody for whom it exists. */
        ToolLookup heldTo(Identity identity, ScopeGrants grants) {
            Set<String> needed = tool.definition().authScopes();
            if (needed.isEmpty()) {
                return this;
            }
            Set<String> held = grants.scopes(identity);
            return held.containsAll(needed) ? this : new ScopeMissing(tool, without(needed, held));
        }

        private static Set<String> without(Set<String> needed, Set<String> held) {
            Set<String> missing = new HashSet<>(needed);
            missing.removeAll(held);
            return missing;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.found(this);
        }

        @Override
        public String toString() {
            return "Found[" + tool.id() + "]";
        }
    }

    /**
     * No tool of that name exists for the identity.
     *
     * @param name what was asked for
     * @param nearNames names that may have been meant, best first, at most {@value NearNames#MOST}; only of tools that the identity is shown
     */
    record NotFound(String name, List<String> nearNames) implements ToolLookup {

        /** Copies the list. */
        public NotFound {
            Objects.requireNonNull(name, "name");
            nearNames = List.copyOf(nearNames);
        }

        /** Returns what to tell the caller, fit for a model: bounded, and without characters that are not to be seen. */
        public String message() {
            String what = "there is no tool '" + Excerpts.of(name) + "'";
            return nearNames.isEmpty() ? what : what + "; did you mean " + String.join(", ", nearNames) + "?";
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.notFound(this);
        }
    }

    /**
     * The name has no version and more than one version exists for the identity.
     *
     * @param name what was asked for
     * @param versions the ids, in order
     */
    record Ambiguous(String name, List<ToolId> versions) implements ToolLookup {

        /** Copies the list. */
        public Ambiguous {
            Objects.requireNonNull(name, "name");
            versions = List.copyOf(versions);
        }

        /** Returns what to tell the caller, fit for a model. */
        public String message() {
            return "tool '" + name + "' has more than one version; say which: "
                    + versions.stream().map(ToolId::toString).collect(Collectors.joining(", "));
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.ambiguous(this);
        }
    }

    /**
     * The tool exists for the identity, which does not hold the scopes that the tool needs. It is in no list of that identity.
     *
     * @param tool the tool
     * @param missing the scopes that are not held
     */
    record ScopeMissing(Tool<?, ?> tool, Set<String> missing) implements ToolLookup {

        /** Copies the set. */
        public ScopeMissing {
            Objects.requireNonNull(tool, "tool");
            missing = Set.copyOf(missing);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.scopeMissing(this);
        }
    }

    /**
     * Has a method for every arm, so that a new arm breaks the build of who forgets it.
     *
     * @param <R> what the methods return
     */
    interface Visitor<R> {

        /** Handles a tool that is there. */
        R found(Found lookup);

        /** Handles a name that leads nowhere. */
        R notFound(NotFound lookup);

        /** Handles a name that leads to more than one version. */
        R ambiguous(Ambiguous lookup);

        /** Handles a tool whose scopes are not held. */
        R scopeMissing(ScopeMissing lookup);
    }
}
