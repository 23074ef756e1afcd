package dev.harbor.tools.http;

import dev.harbor.json.Json;
import dev.harbor.json.Param;
import dev.harbor.tool.InvalidToolDefinition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Is a body as a manifest describes it. */
record ManifestBody(
        Kind kind,

        @Param(description = "the argument that it is made of; all that is left unless said") @Nullable
        String argument,

        @Nullable Json template,
        @Param("media_type") @Nullable String mediaType,
        @Nullable List<Part> parts) {

    enum Kind {
        @Param("none")
        NONE,
        @Param("json")
        JSON,
        @Param("template")
        TEMPLATE,
        @Param("form")
        FORM,
        @Param("multipart")
        MULTIPART,
        @Param("text")
        TEXT,
        @Param("artifact")
        ARTIFACT
    }

    record Part(
            String name,
            @Param(defaultValue = "false") boolean artifact,
            @Param("media_type") @Nullable String mediaType,
            ManifestParameter.@Nullable Style style,
            @Nullable Boolean explode) {

        HttpPart build() {
            HttpPart made = artifact ? HttpPart.artifact(name) : HttpPart.of(name);
            made = mediaType == null ? made : made.mediaType(mediaType);
            HttpParameter.Style spelled = style == null ? made.style() : style.build();
            return made.style(spelled, explode == null ? spelled == HttpParameter.Style.FORM : explode);
        }
    }

    HttpBody build() {
        require(kind == Kind.TEMPLATE || template == null, "only a body of kind template has a template");
        require(
                kind == Kind.FORM || kind == Kind.MULTIPART || parts == null,
                "only a form and a multipart body have parts");
        HttpBody made = bare();
        return mediaType == null ? made : made.mediaType(mediaType);
    }

    private HttpBody bare() {
        return switch (kind) {
            case NONE -> without(HttpBody.none());
            case JSON -> argument == null ? HttpBody.json() : HttpBody.json(argument);
            case TEMPLATE -> without(HttpBody.template(present(template, "a template")));
            case FORM -> from(HttpBody.form(built()));
            case MULTIPART -> from(HttpBody.multipart(built()));
            case TEXT -> HttpBody.text(present(argument, "an argument"));
            case ARTIFACT -> HttpBody.artifact(present(argument, "an argument"));
        };
    }

    private HttpBody without(HttpBody made) {
        require(argument == null, "a body of this kind is not made of one argument");
        return made;
    }

    private HttpBody from(HttpBody made) {
        return argument == null ? made : made.from(argument);
    }

    private HttpPart[] built() {
        return parts == null ? new HttpPart[0] : parts.stream().map(Part::build).toArray(HttpPart[]::new);
    }

    private static <T> T present(@Nullable T value, String what) {
        if (value == null) {
            throw new InvalidToolDefinition("a body of this kind has " + what);
        }
        return value;
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new InvalidToolDefinition(otherwise);
        }
    }
}
