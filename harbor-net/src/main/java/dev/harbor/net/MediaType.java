package dev.harbor.net;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Is a media type as a {@code Content-Type} names it.
 *
 * <p>Immutable.
 *
 * @param essence type and subtype in lower case, such as {@code text/html}
 * @param parameters the parameters, names in lower case; of a name that comes twice the first counts
 */
public record MediaType(String essence, Map<String, String> parameters) {

    /** Copies the parameters. */
    public MediaType {
        parameters = Map.copyOf(parameters);
    }

    /** Reads the value of a {@code Content-Type}; empty if it is none. Parameters that can't be read are left out. */
    public static Optional<MediaType> parse(String value) {
        int end = value.indexOf(';');
        String essence = (end < 0 ? value : value.substring(0, end)).strip().toLowerCase(Locale.ROOT);
        int slash = essence.indexOf('/');
        if (!isToken(essence, 0, slash) || !isToken(essence, slash + 1, essence.length())) {
            return Optional.empty();
        }
        return Optional.of(new MediaType(essence, end < 0 ? Map.of() : new MediaParameters(value, end).read()));
    }

    /** Tells whether the content is JSON: {@code application/json}, {@code text/json} or a subtype that ends in {@code +json}. */
    public boolean isJson() {
        return essence.equals("application/json") || essence.equals("text/json") || essence.endsWith("+json");
    }

    /** Tells whether the content is a stream of events. */
    public boolean isEventStream() {
        return essence.equals("text/event-stream");
    }

    /** Tells whether the content is text of any kind, JSON and XML included. */
    public boolean isText() {
        return essence.startsWith("text/") || isJson() || essence.endsWith("/xml") || essence.endsWith("+xml");
    }

    /**
     * Returns the charset that is named; empty when none is.
     *
     * @throws IllegalArgumentException if this virtual machine has no such charset
     */
    public Optional<Charset> charset() {
        String name = parameters.get("charset");
        if (name == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(Charset.forName(name));
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            throw new IllegalArgumentException("there is no charset '" + SafeText.of(name) + "'", e);
        }
    }

    private static boolean isToken(String text, int from, int to) {
        return from < to && Headers.isToken(text.substring(from, to));
    }

    @Override
    public String toString() {
        return essence;
    }
}
