package dev.harbor.inspector;

import dev.harbor.event.RedactionException;
import dev.harbor.event.Redactor;
import dev.harbor.json.Json;
import dev.harbor.json.MalformedJsonException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Collects a page. What is given as text comes out without secrets and without meaning to a browser, in attributes too, which are always quoted; only tags are taken as they
 * are. Not thread-safe.
 */
final class Markup {

    private final StringBuilder out = new StringBuilder();
    private final Redactor redactor;
    private final int longest;

    Markup(Redactor redactor, int longest) {
        this.redactor = redactor;
        this.longest = longest;
    }

    /** Adds tags. They are constants of the program, but for numbers. */
    Markup tags(String markup) {
        out.append(markup);
        return this;
    }

    /** Adds text; what is longer than a document may be is cut, after secrets were taken out. */
    Markup text(String text) {
        escape(cut(redacted(text)));
        return this;
    }

    /** Adds the start of a text. */
    Markup excerpt(String text, int most) {
        String whole = redacted(text);
        escape(whole.length() > most ? head(whole, most) + "…" : whole);
        return this;
    }

    /** Adds text between the tags of an element. */
    Markup element(String name, String classes, String text) {
        tags("<" + name + (classes.isEmpty() ? ">" : " class=\"" + classes + "\">"));
        return text(text).tags("</" + name + ">");
    }

    /** Adds an attribute with a value that is needed as it is, such as one that a form sends back. */
    Markup attribute(String name, String value) {
        out.append(' ').append(name).append("=\"");
        escape(value);
        out.append('"');
        return this;
    }

    /** Adds an attribute that leads to a place below a mount; each step is a name that may have any character. */
    Markup link(String attribute, String mount, String... steps) {
        return attribute(attribute, path(mount, steps));
    }

    static String path(String mount, String... steps) {
        StringBuilder path = new StringBuilder(mount);
        for (String step : steps) {
            path.append('/').append(encoded(step));
        }
        return path.toString();
    }

    static String encoded(String step) {
        return URLEncoder.encode(step, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A");
    }

    /** Adds a document, spread over lines. */
    Markup json(Json document) {
        out.append("<pre>");
        escape(cut(spread(document)));
        out.append("</pre>");
        return this;
    }

    private String spread(Json document) {
        try {
            return redactor.redact(document).indented().toString();
        } catch (RedactionException | MalformedJsonException e) {
            return "(not shown, " + document.sizeBytes() + " bytes)";
        }
    }

    private String redacted(@Nullable String text) {
        try {
            return text == null ? "" : redactor.redact(text);
        } catch (RedactionException e) {
            return "(not shown)";
        }
    }

    private String cut(String text) {
        return text.length() <= longest
                ? text
                : head(text, longest) + "… (" + Words.number(longest) + " of " + Words.number(text.length())
                        + " characters)";
    }

    /** Does not cut a pair of surrogates in two. */
    private static String head(String text, int most) {
        int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
        return text.substring(0, end);
    }

    private void escape(String text) {
        for (int i = 0; i < text.length(); i++) {
            char next = text.charAt(i);
            switch (next) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.append(isShown(next) ? next : '\uFFFD');
            }
        }
    }

    /** Marks that turn the direction of text could make one name look like another. */
    private static boolean isShown(char next) {
        boolean turns = (next >= '\u202A' && next <= '\u202E') || (next >= '\u2066' && next <= '\u2069');
        boolean controls = (next < ' ' && next != '\n' && next != '\t') || (next >= '\u007F' && next <= '\u009F');
        return !turns && !controls;
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
