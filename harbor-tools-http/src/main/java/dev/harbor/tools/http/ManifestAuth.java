package dev.harbor.tools.http;

import dev.harbor.json.Param;
import dev.harbor.tool.InvalidToolDefinition;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Is a credential as a manifest names it. */
record ManifestAuth(
        @Param(description = "where the credential goes") Kind kind,

        @Param(description = "the header, query parameter or cookie; none for bearer and basic") @Nullable
        String name,

        @Param(description = "the name of the credential, as ${NAME}; never a secret itself")
        String secret) {

    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_.-]{0,127})}");

    enum Kind {
        @Param("header")
        HEADER,
        @Param("query")
        QUERY,
        @Param("cookie")
        COOKIE,
        @Param("bearer")
        BEARER,
        @Param("basic")
        BASIC
    }

    HttpAuth build() {
        Matcher reference = REFERENCE.matcher(secret);
        if (!reference.matches()) {
            throw new InvalidToolDefinition("a secret is named as ${NAME}; one that is written out is refused");
        }
        String credential = reference.group(1);
        return switch (kind) {
            case HEADER -> HttpAuth.header(field(), credential);
            case QUERY -> HttpAuth.query(field(), credential);
            case COOKIE -> HttpAuth.cookie(field(), credential);
            case BEARER -> bare(HttpAuth.bearer(credential));
            case BASIC -> bare(HttpAuth.basic(credential));
        };
    }

    private String field() {
        if (name == null) {
            throw new InvalidToolDefinition("a credential of this kind has a name: of the header, parameter or cookie");
        }
        return name;
    }

    private HttpAuth bare(HttpAuth made) {
        if (name != null) {
            throw new InvalidToolDefinition("a credential of this kind has no name: it goes into Authorization");
        }
        return made;
    }

    /** Whoever wrote a secret where its name belongs does not want to see it in a log. */
    @Override
    public String toString() {
        return "ManifestAuth[" + kind + "]";
    }
}
