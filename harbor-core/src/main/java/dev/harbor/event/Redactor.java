package dev.harbor.event;

import dev.harbor.error.HarborException;
import dev.harbor.json.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * Takes secrets out of what leaves: events, logs, error texts, pages. It replaces them by {@code ***}:
 *
 * <ul>
 *   <li>values under names such as {@code openai_api_key}, {@code x-auth-token}, {@code dbPassword}, {@code Set-Cookie}, at any depth in JSON, and beside
 *       such names in text ({@code password=x}, {@code "api_key": "x"}); counters such as {@code usage_tokens} stay, and so do true, false and null
 *   <li>key blocks ({@code -----BEGIN ... -----}), credentials in URLs, bearer tokens, JWTs and keys of well-known services, as a whole, wherever they stand
 *   <li>data URLs and long base64 of media, which become their type and size
 * </ul>
 *
 * <p>Ids of artifacts pass. What is given is never changed; what needs no redaction comes back as it is. If anything fails, nothing comes out.
 *
 * <p>Immutable, thread-safe.
 */
public final class Redactor {

    static final String PLACEHOLDER = "***";

    private static final Redactor STANDARD = builder().build();

    private final SecretNames names;
    private final Assignments assignments;
    private final List<UnaryOperator<String>> rules;

    private Redactor(Builder from) {
        this.names = new SecretNames(from.names);
        this.assignments = new Assignments(names);
        this.rules = List.copyOf(from.rules);
    }

    /** Returns the redactor with the rules above and no more. */
    public static Redactor standard() {
        return STANDARD;
    }

    /** Returns a builder of a redactor that has the standard rules and more. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Returns the value without secrets.
     *
     * @throws RedactionException if it is no JSON, nested in {@value JsonRedaction#MAX_DEPTH} levels or more, or a rule fails
     */
    public Json redact(Json value) {
        Objects.requireNonNull(value, "value");
        try {
            return new JsonRedaction(this, names).of(value);
        } catch (RedactionException e) {
            throw e;
        } catch (HarborException e) {
            throw new RedactionException("what was to be redacted can't be read or written as JSON", e);
        }
    }

    /**
     * Returns the text without secrets; what is no Unicode in it becomes U+FFFD.
     *
     * @throws RedactionException if a rule fails
     */
    public String redact(String text) {
        String blocks = SecretTexts.redactBlocks(DataUrls.redact(repaired(text)));
        String out = SecretTexts.redactWords(assignments.redact(blocks));
        for (UnaryOperator<String> rule : rules) {
            out = apply(rule, out);
        }
        return out;
    }

    /**
     * Tells whether a text has a placeholder in it, such as {@code ***} or {@code [redacted: image/png of 512 bytes]}: by its form, since a text may have held one
     * before it was redacted. What {@linkplain Builder#rule rules of the embedder} put in a place is not known here.
     */
    public static boolean hasPlaceholder(String text) {
        return text.contains(PLACEHOLDER) || text.contains(DataUrls.PLACEHOLDER);
    }

    /** A rule is foreign code: whatever it throws, nothing of the text may come out, not even in a message. */
    private static String apply(UnaryOperator<String> rule, String text) {
        try {
            return Objects.requireNonNull(rule.apply(text), "a rule returned null");
        } catch (RuntimeException e) {
            throw new RedactionException("a rule failed: " + e.getClass().getName(), null);
        }
    }

    private static String repaired(String text) {
        if (text.codePoints().noneMatch(Redactor::isUnpaired)) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(point -> out.appendCodePoint(isUnpaired(point) ? 0xFFFD : point));
        return out.toString();
    }

    private static boolean isUnpaired(int point) {
        return Character.getType(point) == Character.SURROGATE;
    }

    /** Collects rules beyond the standard ones. Not thread-safe. */
    public static final class Builder {

        private final Collection<String> names = new ArrayList<>();
        private final List<UnaryOperator<String>> rules = new ArrayList<>();

        private Builder() {}

        /**
         * Adds names of secrets, found wherever their segments stand in a row: {@code tax id} matches {@code customerTaxId} and {@code TAX_ID_2}.
         *
         * @throws IllegalArgumentException if one has no letter or digit
         */
        public Builder names(String... more) {
            for (String name : more) {
                if (name.codePoints().noneMatch(Character::isLetterOrDigit)) {
                    throw new IllegalArgumentException(
                            "the name of a secret has letters or digits, got '" + name + "'");
                }
                names.add(name);
            }
            return this;
        }

        /** Adds a rule over text, applied after the standard ones in the order added. It must be thread-safe and bounded in time. */
        public Builder rule(UnaryOperator<String> rule) {
            rules.add(Objects.requireNonNull(rule, "rule"));
            return this;
        }

        /** Returns the redactor; the builder may be used again. */
        public Redactor build() {
            return new Redactor(this);
        }
    }
}
