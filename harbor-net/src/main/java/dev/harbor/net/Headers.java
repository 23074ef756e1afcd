package dev.harbor.net;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.apache.hc.core5.http.Header;

/**
 * Holds the header fields of a message in their order. A name may come more than once and is compared without regard to case. A name is a token, a value
 * is printable ASCII and tabs: whatever could begin another line or field is refused. {@link #toString()} shows names only, since values may be secret.
 *
 * <p>Immutable.
 */
public final class Headers {

    /** No fields. */
    public static final Headers NONE = new Headers(new String[0]);

    /** What a token has beside letters and digits. */
    public static final String TOKEN_SYMBOLS = "!#$%&'*+-.^_`|~";

    /** Name, value, name, value. */
    private final String[] fields;

    private Headers(String[] fields) {
        this.fields = fields;
    }

    /**
     * Returns one field.
     *
     * @throws IllegalArgumentException if the name or the value may not stand in a message
     */
    public static Headers of(String name, String value) {
        return NONE.and(name, value);
    }

    /** Takes what came from outside: what may not stand in a value becomes a space. */
    static Headers received(Header... headers) {
        String[] fields = new String[headers.length * 2];
        for (int i = 0; i < headers.length; i++) {
            fields[2 * i] = headers[i].getName();
            fields[2 * i + 1] = plain(headers[i].getValue());
        }
        return new Headers(fields);
    }

    /**
     * Returns these fields and one more.
     *
     * @throws IllegalArgumentException if the name or the value may not stand in a message
     */
    public Headers and(String name, String value) {
        String[] more = Arrays.copyOf(fields, fields.length + 2);
        more[fields.length] = checkedName(name);
        more[fields.length + 1] = checkedValue(name, value);
        return new Headers(more);
    }

    /** Returns these fields and all of another message's. */
    public Headers and(Headers others) {
        String[] more = Arrays.copyOf(fields, fields.length + others.fields.length);
        System.arraycopy(others.fields, 0, more, fields.length, others.fields.length);
        return new Headers(more);
    }

    /** Returns those fields whose name, in lower case, is in a set. */
    Headers only(Set<String> names) {
        List<String> kept = new ArrayList<>();
        forEach((name, value) -> {
            if (names.contains(name.toLowerCase(Locale.ROOT))) {
                kept.add(name);
                kept.add(value);
            }
        });
        return new Headers(kept.toArray(String[]::new));
    }

    /** Returns the first value of a name; empty when there is none. */
    public Optional<String> first(String name) {
        Objects.requireNonNull(name, "name");
        for (int i = 0; i < fields.length; i += 2) {
            if (fields[i].equalsIgnoreCase(name)) {
                return Optional.of(fields[i + 1]);
            }
        }
        return Optional.empty();
    }

    /** Returns every value of a name, in order. */
    public List<String> all(String name) {
        Objects.requireNonNull(name, "name");
        List<String> values = new ArrayList<>();
        for (int i = 0; i < fields.length; i += 2) {
            if (fields[i].equalsIgnoreCase(name)) {
                values.add(fields[i + 1]);
            }
        }
        return List.copyOf(values);
    }

    /** Tells whether there is a field of that name. */
    public boolean contains(String name) {
        return first(name).isPresent();
    }

    /** Returns the names as they are written, each once. */
    public Set<String> names() {
        Set<String> lower = new LinkedHashSet<>();
        Set<String> names = new LinkedHashSet<>();
        forEach((name, value) -> {
            if (lower.add(name.toLowerCase(Locale.ROOT))) {
                names.add(name);
            }
        });
        return names;
    }

    /** Returns how many fields there are. */
    public int size() {
        return fields.length / 2;
    }

    /** Hands over each field, in order. */
    public void forEach(BiConsumer<String, String> action) {
        for (int i = 0; i < fields.length; i += 2) {
            action.accept(fields[i], fields[i + 1]);
        }
    }

    private static String checkedName(String name) {
        if (!isToken(name)) {
            throw new IllegalArgumentException("a header name is a token of letters, digits and " + TOKEN_SYMBOLS);
        }
        return name;
    }

    private static String checkedValue(String name, String value) {
        for (int i = 0; i < value.length(); i++) {
            if (!isValueChar(value.charAt(i))) {
                throw new IllegalArgumentException(
                        "the value of header " + name + " has a character that is neither printable ASCII nor a tab");
            }
        }
        return value.strip();
    }

    /** Tells whether a text is a token, as names of header fields and methods are; an empty one is none. */
    public static boolean isToken(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!isTokenChar(text.charAt(i))) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    private static boolean isTokenChar(int c) {
        return (c >= '0' && c <= '9')
                || (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c < 0x80 && TOKEN_SYMBOLS.indexOf(c) >= 0);
    }

    private static boolean isValueChar(int c) {
        return c == '\t' || (c >= 0x20 && c < 0x7f);
    }

    private static String plain(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) < 0x20 || value.charAt(i) == 0x7f) {
                return value.replaceAll("[\\x00-\\x1f\\x7f]", " ");
            }
        }
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Headers that && Arrays.equals(fields, that.fields);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(fields);
    }

    @Override
    public String toString() {
        return "Headers" + names();
    }
}
