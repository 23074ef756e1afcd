package dev.harbor.tools.http;

import dev.harbor.tool.InvalidToolDefinition;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Says how one argument of a tool travels outside the body: where to, under which name and in which spelling, with the words of OpenAPI. An argument that is
 * missing or null is not sent; one that fills a path segment must be there.
 *
 * <p>Immutable.
 *
 * @param location where it goes
 * @param name its name in the request, 1 to 256 characters
 * @param argument the member of the arguments that it is taken from
 * @param style how it is spelled, one of those that its location allows
 * @param explode whether the elements of a list and the members of an object are spelled apart
 * @param allowReserved whether characters that have a meaning in addresses stay as they are in a query value; {@code #} and {@code &} never do
 * @param mediaType a media type of JSON in which the value is written instead of in a style; null for none
 */
public record HttpParameter(
        Location location,
        String name,
        String argument,
        Style style,
        boolean explode,
        boolean allowReserved,
        @Nullable String mediaType) {

    /** Where a parameter goes. Immutable. */
    public enum Location {
        /** Into the place of the template that has its name, as {@code {name}}. */
        PATH,
        /** Into the query. */
        QUERY,
        /** Into a header. */
        HEADER,
        /** Into a cookie. */
        COOKIE;

        boolean allows(Style style) {
            return switch (this) {
                case PATH -> style == Style.SIMPLE || style == Style.LABEL || style == Style.MATRIX;
                case QUERY ->
                    style == Style.FORM
                            || style == Style.SPACE_DELIMITED
                            || style == Style.PIPE_DELIMITED
                            || style == Style.DEEP_OBJECT;
                case HEADER -> style == Style.SIMPLE;
                case COOKIE -> style == Style.FORM;
            };
        }

        Style standardStyle() {
            return this == PATH || this == HEADER ? Style.SIMPLE : Style.FORM;
        }
    }

    /** How a value is spelled. Immutable. */
    public enum Style {
        /** {@code a,b}; in paths and headers. */
        SIMPLE,
        /** {@code .a.b}; in paths. */
        LABEL,
        /** {@code ;name=a,b}; in paths. */
        MATRIX,
        /** {@code name=a,b}; in queries and cookies. */
        FORM,
        /** {@code name=a%20b}; in queries. */
        SPACE_DELIMITED,
        /** {@code name=a%7Cb}; in queries. */
        PIPE_DELIMITED,
        /** {@code name%5Bmember%5D=a}; in queries. */
        DEEP_OBJECT
    }

    /**
     * Checks what goes together.
     *
     * @throws InvalidToolDefinition if a name is missing, the location has no such style, or the name may not stand there
     */
    public HttpParameter {
        Objects.requireNonNull(location, "location");
        Objects.requireNonNull(style, "style");
        requireName(name, "parameter");
        requireName(argument, "argument");
        if (!location.allows(style)) {
            throw new InvalidToolDefinition("parameter '" + name + "' in " + location + " can't have style " + style);
        }
        if (location == Location.HEADER) {
            requireHeader(name);
        }
        if (location == Location.COOKIE) {
            HeaderNames.requireToken(name, "the name of a cookie");
        }
    }

    private static void requireHeader(String name) {
        HeaderNames.requireFree(name, "a parameter");
        String lower = HeaderNames.lower(name);
        if (lower.equals("authorization") || lower.equals("cookie")) {
            throw new InvalidToolDefinition("header " + name + " is no parameter: say it with auth(...)");
        }
    }

    private static void requireName(String name, String what) {
        if (name.isEmpty() || name.length() > 256) {
            throw new InvalidToolDefinition("the name of a " + what + " has 1 to 256 characters");
        }
    }

    /** Returns a parameter of the path in style simple, taken from the argument of its name. */
    public static HttpParameter path(String name) {
        return of(Location.PATH, name);
    }

    /** Returns a parameter of the query in style form, exploded, taken from the argument of its name. */
    public static HttpParameter query(String name) {
        return of(Location.QUERY, name);
    }

    /** Returns a header, taken from the argument of its name. */
    public static HttpParameter header(String name) {
        return of(Location.HEADER, name);
    }

    /** Returns a cookie, taken from the argument of its name. */
    public static HttpParameter cookie(String name) {
        return of(Location.COOKIE, name);
    }

    /** Returns a parameter with the style that its location has by default, taken from the argument of its name. */
    public static HttpParameter of(Location location, String name) {
        Style style = location.standardStyle();
        return new HttpParameter(location, name, name, style, style == Style.FORM, false, null);
    }

    /** Returns this parameter taken from another argument. */
    public HttpParameter from(String otherArgument) {
        return new HttpParameter(location, name, otherArgument, style, explode, allowReserved, mediaType);
    }

    /** Returns this parameter in a style, exploded or not. */
    public HttpParameter style(Style otherStyle, boolean exploded) {
        return new HttpParameter(location, name, argument, otherStyle, exploded, allowReserved, mediaType);
    }

    /** Returns this parameter with reserved characters kept. */
    public HttpParameter reserved() {
        return new HttpParameter(location, name, argument, style, explode, true, mediaType);
    }

    /** Returns this parameter written as JSON. */
    public HttpParameter json() {
        return new HttpParameter(location, name, argument, style, explode, allowReserved, "application/json");
    }
}
