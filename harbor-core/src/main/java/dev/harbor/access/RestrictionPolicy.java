package dev.harbor.access;

import dev.harbor.json.Json;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Lets through what lists name: tools, effects, and directories for the paths in arguments. A list that was never set restricts nothing. Asked in that
 * order, it answers with the codes {@code tool_denied}, {@code effect_denied} and {@code path_denied}.
 *
 * <p>Paths are looked at when a call is made, not when tools are shown. They are relative; {@code \} separates like {@code /}; absolute paths, drives,
 * schemes, control characters and what climbs above the base are denied, and so is what is no text. The check is lexical unless a
 * {@linkplain Builder#fileSystem base directory} is given; then symbolic links are followed too. A tool that opens files must still do so safely: links may
 * change between the check and the call.
 *
 * <p>Immutable.
 */
public final class RestrictionPolicy implements AccessPolicy {

    private final Set<String> tools;
    private final Set<SideEffect> effects;
    private final List<RelativePath> roots;
    private final List<PathField> pathFields;
    private final @Nullable RealPaths realPaths;
    private final String ref;

    private RestrictionPolicy(Builder from) {
        this.tools = Set.copyOf(from.tools);
        this.effects = Set.copyOf(from.effects);
        this.roots = from.roots.stream().map(Builder::root).toList();
        this.pathFields = from.pathFields.stream().map(PathField::of).toList();
        this.realPaths = from.base == null ? null : RealPaths.below(from.base);
        this.ref = "restriction/v1:" + settings().argumentsDigest();
    }

    /** Returns a policy that lets tools of some effects through. */
    public static RestrictionPolicy allowing(SideEffect first, SideEffect... others) {
        return builder().effects(first, others).build();
    }

    /** Returns a builder of a policy that restricts nothing. */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public Verdict evaluate(AccessRequest request) {
        ToolDefinition tool = request.tool();
        if (!tools.isEmpty() && !isListed(tool.id())) {
            return Verdict.deny("tool_denied", "tool '" + tool.id() + "' is not allowed");
        }
        if (!effects.isEmpty() && !effects.contains(tool.effect())) {
            return Verdict.deny(
                    "effect_denied",
                    "tools with the effect '" + tool.effect().wireName() + "' are not allowed; allowed are "
                            + effectNames());
        }
        return request.arguments().map(this::evaluatePaths).orElse(Verdict.allow());
    }

    private boolean isListed(ToolId id) {
        return tools.contains(id.name()) || tools.contains(id.toString());
    }

    private Verdict evaluatePaths(Json arguments) {
        for (PathField field : pathFields) {
            if (!field.holds(arguments, this::isPathAllowed)) {
                return Verdict.deny(
                        "path_denied",
                        "what stands at " + field.pointer() + " is not a relative path inside of: " + rootNames());
            }
        }
        return Verdict.allow();
    }

    private boolean isPathAllowed(String text) {
        RelativePath path = RelativePath.of(text);
        return path != null
                && roots.stream().anyMatch(path::isWithin)
                && (realPaths == null
                        || realPaths.isWithin(
                                text, roots.stream().map(RelativePath::toString).toList()));
    }

    /** Returns {@code restriction/v1:} and a digest of the settings: the same for equal settings in whatever order. */
    @Override
    public String ref() {
        return ref;
    }

    private Json settings() {
        return Json.of(Map.of(
                "tools", new TreeSet<>(tools),
                "effects", effectNames(),
                "roots", rootNames(),
                "pathFields",
                        pathFields.stream().map(PathField::pointer).collect(Collectors.toCollection(TreeSet::new)),
                "base", realPaths == null ? "" : realPaths.base().toString()));
    }

    private String effectNames() {
        return effects.stream().sorted().map(SideEffect::wireName).collect(Collectors.joining(", "));
    }

    private String rootNames() {
        return roots.stream().map(RelativePath::toString).sorted().distinct().collect(Collectors.joining(", "));
    }

    /** Collects settings. Each setter checks its own arguments and adds to what was set. Not thread-safe. */
    public static final class Builder {

        private final Set<String> tools = new TreeSet<>();
        private final Set<SideEffect> effects = EnumSet.noneOf(SideEffect.class);
        private final List<String> roots = new ArrayList<>();
        private final List<String> pathFields = new ArrayList<>();
        private @Nullable Path base;

        private Builder() {}

        /** Allows tools by name, in any version, or by id ({@code name@v2}). */
        public Builder tools(String first, String... others) {
            tools.add(Objects.requireNonNull(first, "first"));
            tools.addAll(List.of(others));
            return this;
        }

        /** Allows tools of some effects. */
        public Builder effects(SideEffect first, SideEffect... others) {
            effects.addAll(EnumSet.of(first, others));
            return this;
        }

        /**
         * Allows paths in some directories and below; {@code .} is the base directory itself.
         *
         * @throws IllegalArgumentException if one is not a relative path below the base directory, so that nothing could ever be inside
         */
        public Builder roots(String first, String... others) {
            List<String> added = new ArrayList<>(List.of(others));
            added.add(0, first);
            added.forEach(Builder::root);
            roots.addAll(added);
            return this;
        }

        private static RelativePath root(String text) {
            RelativePath root = RelativePath.of(text);
            if (root == null) {
                throw new IllegalArgumentException(
                        "a root is a relative path that does not climb above the base, such as src; got '" + text
                                + "'");
            }
            return root;
        }

        /**
         * Names where paths stand in arguments: JSON pointers ({@code /path}, {@code /files/*}{@code /path}), in which {@code *} is every member or element,
         * or names of top-level members.
         *
         * @throws IllegalArgumentException if one is not legal
         */
        public Builder pathFields(String first, String... others) {
            List<String> added = new ArrayList<>(List.of(others));
            added.add(0, first);
            added.forEach(PathField::of);
            pathFields.addAll(added);
            return this;
        }

        /** Checks paths against the real directories below a base too, with symbolic links followed. The base must exist when the policy is built. */
        public Builder fileSystem(Path directory) {
            base = Objects.requireNonNull(directory, "directory");
            return this;
        }

        /**
         * Returns the policy; the builder may be used again.
         *
         * @throws dev.harbor.error.ConfigurationException if the base is no directory
         * @throws IllegalArgumentException if roots are set without path fields or the other way round, or a base without roots
         */
        public RestrictionPolicy build() {
            if (roots.isEmpty() != pathFields.isEmpty()) {
                throw new IllegalArgumentException("roots and pathFields are set together: one says where paths may "
                        + "lead, the other where they stand");
            }
            if (base != null && roots.isEmpty()) {
                throw new IllegalArgumentException("a base directory checks nothing without roots");
            }
            return new RestrictionPolicy(this);
        }
    }
}
