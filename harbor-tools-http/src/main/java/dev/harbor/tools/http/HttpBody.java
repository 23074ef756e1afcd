package dev.harbor.tools.http;

import dev.harbor.json.Json;
import dev.harbor.tool.InvalidToolDefinition;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Says what the body of a request is made of: one argument, all arguments that no parameter takes, or a template.
 *
 * <p>Immutable.
 */
public final class HttpBody {

    /** What a body is. Immutable. */
    public enum Kind {
        /** There is none. */
        NONE,
        /** JSON. */
        JSON,
        /** JSON that a template describes. */
        TEMPLATE,
        /** Fields of a form, {@code application/x-www-form-urlencoded}. */
        FORM,
        /** Parts, {@code multipart/form-data}. */
        MULTIPART,
        /** Text in UTF-8. */
        TEXT,
        /** The bytes of an artifact. */
        ARTIFACT
    }

    private static final HttpBody NOTHING = new HttpBody(Kind.NONE, null, null, List.of(), null);
    private static final HttpBody REST_AS_JSON = new HttpBody(Kind.JSON, null, null, List.of(), null);

    private final Kind kind;
    private final @Nullable String argument;
    private final @Nullable String mediaType;
    private final List<HttpPart> parts;
    private final @Nullable Json template;

    private HttpBody(
            Kind kind,
            @Nullable String argument,
            @Nullable String mediaType,
            List<HttpPart> parts,
            @Nullable Json template) {
        this.kind = kind;
        this.argument = argument;
        this.mediaType = mediaType;
        this.parts = List.copyOf(parts);
        this.template = template;
        if (kind != Kind.MULTIPART && this.parts.stream().anyMatch(HttpPart::artifact)) {
            throw new InvalidToolDefinition("only a multipart body has parts that are artifacts");
        }
        long names = this.parts.stream().map(HttpPart::name).distinct().count();
        if (names != this.parts.size()) {
            throw new InvalidToolDefinition("two parts of a body have one name");
        }
    }

    /** Returns no body: what GET, HEAD, DELETE and OPTIONS have when nothing is said. */
    public static HttpBody none() {
        return NOTHING;
    }

    /** Returns all arguments that no parameter takes, as a JSON object: what other methods have when nothing is said. */
    public static HttpBody json() {
        return REST_AS_JSON;
    }

    /** Returns one argument as JSON; there is no body when it is missing. */
    public static HttpBody json(String argument) {
        return new HttpBody(Kind.JSON, named(argument), null, List.of(), null);
    }

    /**
     * Returns JSON like a template in which strings name arguments: {@code "{city}"} becomes the argument as it is, whatever its type, and leaves out the
     * member or element that it stands in when the argument is missing; {@code "to {city}"} has its text inside. Braces that are doubled stand for braces.
     *
     * @throws InvalidToolDefinition if a brace is not closed, or what stands in braces is no name
     */
    public static HttpBody template(Json template) {
        JsonTemplate.parse(template);
        return new HttpBody(Kind.TEMPLATE, null, null, List.of(), template);
    }

    /** Returns all arguments that no parameter takes, as the fields of a form. */
    public static HttpBody form(HttpPart... parts) {
        return new HttpBody(Kind.FORM, null, null, List.of(parts), null);
    }

    /** Returns all arguments that no parameter takes, as the parts of a multipart body. */
    public static HttpBody multipart(HttpPart... parts) {
        return new HttpBody(Kind.MULTIPART, null, null, List.of(parts), null);
    }

    /** Returns one argument, a string, as text; there is no body when it is missing. */
    public static HttpBody text(String argument) {
        return new HttpBody(Kind.TEXT, named(argument), null, List.of(), null);
    }

    /** Returns the bytes of the artifact whose id is an argument, with its media type; there is no body when it is missing. */
    public static HttpBody artifact(String argument) {
        return new HttpBody(Kind.ARTIFACT, named(argument), null, List.of(), null);
    }

    /** Returns this body, a form or a multipart body, made of the members of one argument, an object. */
    public HttpBody from(String otherArgument) {
        return new HttpBody(kind, named(otherArgument), mediaType, parts, template);
    }

    /**
     * Returns this body with a media type in place of the one that it has by its kind.
     *
     * @throws InvalidToolDefinition if it is none, or the kind decides it: that of a form or multipart body
     */
    public HttpBody mediaType(String type) {
        if (kind == Kind.FORM || kind == Kind.MULTIPART || kind == Kind.NONE) {
            throw new InvalidToolDefinition("a body of kind " + kind + " has no media type of its own");
        }
        return new HttpBody(kind, argument, MediaTypes.require(type), parts, template);
    }

    private static String named(String argument) {
        if (argument.isEmpty() || argument.length() > 256) {
            throw new InvalidToolDefinition("the name of an argument has 1 to 256 characters");
        }
        return argument;
    }

    /** Returns what it is. */
    public Kind kind() {
        return kind;
    }

    /** Returns the argument that it is made of, or null for all that no parameter takes. */
    public @Nullable String argument() {
        return argument;
    }

    /** Returns the media type, or null for the one that goes with the kind. */
    public @Nullable String mediaType() {
        return mediaType;
    }

    /** Returns the parts that are described. */
    public List<HttpPart> parts() {
        return parts;
    }

    /** Returns the template, or null if there is none. */
    public @Nullable Json template() {
        return template;
    }

    /** Tells whether it takes every argument that is left. */
    boolean takesRest() {
        return argument == null && (kind == Kind.JSON || kind == Kind.FORM || kind == Kind.MULTIPART);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof HttpBody that
                && kind == that.kind
                && Objects.equals(argument, that.argument)
                && Objects.equals(mediaType, that.mediaType)
                && parts.equals(that.parts)
                && Objects.equals(template, that.template);
    }

    @Override
    public int hashCode() {
        return Objects.hash(kind, argument, mediaType, parts, template);
    }

    @Override
    public String toString() {
        return "HttpBody[" + kind + (argument == null ? "" : ", " + argument) + "]";
    }
}
