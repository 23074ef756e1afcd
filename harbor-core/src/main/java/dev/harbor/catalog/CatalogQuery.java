package dev.harbor.catalog;

import dev.harbor.identity.Identity;
import dev.harbor.tool.Loading;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolDefinition;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Selects tools of a snapshot: those that an identity may know of, hold the scopes for, and that match every condition set.
 *
 * <p>Immutable.
 */
public final class CatalogQuery {

    private final Identity identity;
    private final Set<String> scopes;
    private final Set<Loading> loading;
    private final Set<String> tags;
    private final @Nullable Pattern name;

    private CatalogQuery(
            Identity identity, Set<String> scopes, Set<Loading> loading, Set<String> tags, @Nullable Pattern name) {
        this.identity = Identity.require(identity);
        this.scopes = Set.copyOf(scopes);
        this.loading = Set.copyOf(loading);
        this.tags = Set.copyOf(tags);
        this.name = name;
    }

    /** Returns a query for what an identity is shown always: tools that need no scopes and are not deferred. */
    public static CatalogQuery of(Identity identity) {
        return new CatalogQuery(identity, Set.of(), EnumSet.of(Loading.ALWAYS), Set.of(), null);
    }

    /** Returns this query with the scopes that the identity holds. */
    public CatalogQuery scopes(Set<String> held) {
        return new CatalogQuery(identity, held, loading, tags, name);
    }

    /**
     * Returns this query for some loading modes.
     *
     * @throws IllegalArgumentException if none is named
     */
    public CatalogQuery loading(Loading first, Loading... others) {
        return new CatalogQuery(identity, scopes, EnumSet.of(first, others), tags, name);
    }

    /** Returns this query for tools that have every one of some tags; case matters not. */
    public CatalogQuery tags(String... wanted) {
        return new CatalogQuery(identity, scopes, loading, folded(List.of(wanted)), name);
    }

    /**
     * Returns this query for tools in whose name a regular expression is found.
     *
     * @throws IllegalArgumentException if the expression is not legal
     */
    public CatalogQuery namePattern(String expression) {
        try {
            return new CatalogQuery(
                    identity, scopes, loading, tags, Pattern.compile(Objects.requireNonNull(expression, "expression")));
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    "the name pattern is not a legal regular expression: " + e.getDescription() + " at " + e.getIndex(),
                    e);
        }
    }

    boolean selects(Tool<?, ?> tool) {
        return matches(tool.definition()) && tool.isVisibleTo(identity);
    }

    private boolean matches(ToolDefinition tool) {
        return loading.contains(tool.loading())
                && scopes.containsAll(tool.authScopes())
                && (name == null || name.matcher(tool.id().name()).find())
                && (tags.isEmpty() || folded(tool.tags()).containsAll(tags));
    }

    private static Set<String> folded(Collection<String> tags) {
        return tags.stream().map(tag -> tag.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
    }

    /** Returns on whose behalf. */
    public Identity identity() {
        return identity;
    }

    /** Returns the scopes that the identity holds. */
    public Set<String> scopes() {
        return scopes;
    }

    /** Returns the loading modes. */
    public Set<Loading> loading() {
        return loading;
    }

    /** Returns the tags in lower case; empty for any. */
    public Set<String> tags() {
        return tags;
    }

    /** Returns the name pattern, or null for any. */
    public @Nullable Pattern name() {
        return name;
    }
}
