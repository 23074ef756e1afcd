package dev.harbor.tools.http;

import dev.harbor.json.Param;
import org.jspecify.annotations.Nullable;

/** Is a parameter as a manifest describes it. */
record ManifestParameter(
        String name,
        In in,

        @Param(description = "the argument that fills it; the one of its name unless said") @Nullable
        String argument,

        @Nullable Style style,
        @Nullable Boolean explode,

        @Param(value = "allow_reserved", defaultValue = "false")
        boolean allowReserved,

        @Param(value = "json", description = "whether it is written as JSON", defaultValue = "false")
        boolean json) {

    enum In {
        @Param("path")
        PATH,
        @Param("query")
        QUERY,
        @Param("header")
        HEADER,
        @Param("cookie")
        COOKIE
    }

    enum Style {
        @Param("simple")
        SIMPLE,
        @Param("label")
        LABEL,
        @Param("matrix")
        MATRIX,
        @Param("form")
        FORM,
        @Param("spaceDelimited")
        SPACE_DELIMITED,
        @Param("pipeDelimited")
        PIPE_DELIMITED,
        @Param("deepObject")
        DEEP_OBJECT;

        HttpParameter.Style build() {
            return HttpParameter.Style.valueOf(name());
        }
    }

    HttpParameter build() {
        HttpParameter made = HttpParameter.of(HttpParameter.Location.valueOf(in.name()), name);
        HttpParameter.Style spelled = style == null ? made.style() : style.build();
        made = made.style(spelled, explode == null ? spelled == HttpParameter.Style.FORM : explode);
        made = argument == null ? made : made.from(argument);
        made = allowReserved ? made.reserved() : made;
        return json ? made.json() : made;
    }
}
