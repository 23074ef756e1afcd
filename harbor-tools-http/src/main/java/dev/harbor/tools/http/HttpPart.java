package dev.harbor.tools.http;

import dev.harbor.tool.InvalidToolDefinition;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Says how one member of a body becomes a field of a form or a part of a multipart body. A member that is not described goes as text, a list once an element,
 * and an object as JSON.
 *
 * <p>Immutable.
 *
 * @param name the member, and the name of the field or part, 1 to 256 characters
 * @param artifact whether its value is the id of an artifact whose bytes are sent; in multipart bodies only
 * @param mediaType the media type of the part; null for that of the artifact, text or JSON
 * @param style how a list or object is spelled in a form: one that a query allows
 * @param explode whether the elements of a list and the members of an object become fields of their own
 */
public record HttpPart(
        String name, boolean artifact, @Nullable String mediaType, HttpParameter.Style style, boolean explode) {

    /**
     * Checks what goes together.
     *
     * @throws InvalidToolDefinition if the name is missing, or a query has no such style
     */
    public HttpPart {
        Objects.requireNonNull(style, "style");
        if (name.isEmpty() || name.length() > 256) {
            throw new InvalidToolDefinition("the name of a part has 1 to 256 characters");
        }
        if (!HttpParameter.Location.QUERY.allows(style)) {
            throw new InvalidToolDefinition("part '" + name + "' can't have style " + style);
        }
        if (mediaType != null) {
            MediaTypes.require(mediaType);
        }
    }

    /** Returns a part that goes by the value that it has. */
    public static HttpPart of(String name) {
        return new HttpPart(name, false, null, HttpParameter.Style.FORM, true);
    }

    /** Returns a part that holds the bytes of an artifact, with its media type and name. */
    public static HttpPart artifact(String name) {
        return new HttpPart(name, true, null, HttpParameter.Style.FORM, true);
    }

    /** Returns this part with a media type; a value is written as JSON if that is one of JSON. */
    public HttpPart mediaType(String type) {
        return new HttpPart(name, artifact, Objects.requireNonNull(type, "type"), style, explode);
    }

    /** Returns this part in a style, exploded or not. */
    public HttpPart style(HttpParameter.Style otherStyle, boolean exploded) {
        return new HttpPart(name, artifact, mediaType, otherStyle, exploded);
    }
}
