package dev.harbor.json;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads one JSON document token by token, exactly as RFC 8259 has it: no comments, no trailing commas, no unpaired surrogates, nothing behind the document.
 * Works on the text in place, so that a number keeps its digits and a value its spelling. Nesting and the size of numbers are bounded.
 *
 * <p>Not thread-safe.
 */
final class JsonReader {

    private static final int END = -1;
    private static final int BYTE_ORDER_MARK = 0xFEFF;

    private final String text;
    private final Path path;
    private final @Nullable Consumer<Repair> repairs;
    private int at;
    private int memberAt;
    private boolean first;
    private final NumberLiteral number = new NumberLiteral();

    JsonReader(String text) {
        this(text, new Path(), null);
    }

    JsonReader(String text, Path path, @Nullable Consumer<Repair> repairs) {
        this.text = text;
        this.path = path;
        this.repairs = repairs;
    }

    /**
     * Reads a whole text for its form alone.
     *
     * @throws MalformedJsonException if it is not one document
     */
    static void requireDocument(String text) {
        JsonReader in = new JsonReader(text);
        in.skip();
        in.end();
    }

    /** Returns the character that the next token begins with, or -1 behind the last one. */
    int peek() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c > ' ' || (c != ' ' && c != '\n' && c != '\r' && c != '\t')) {
                return c;
            }
            at++;
        }
        return END;
    }

    /** Checks that nothing but white space is left. */
    void end() {
        if (peek() != END) {
            throw malformed("content after the end of the document");
        }
    }

    // ---- objects and arrays

    void beginObject() {
        if (peek() != '{') {
            throw mismatch("object");
        }
        enter();
    }

    /** Moves to the name of the next member; false when the object is over, which it then has left. */
    boolean nextMember() {
        if (!next('}')) {
            return false;
        }
        if (peek() != '"') {
            throw malformed("expected a member name in double quotes");
        }
        memberAt = at;
        return true;
    }

    /** Takes the name and returns true if it is this one; the name has neither quotes nor escapes. */
    boolean takeName(String plain) {
        int end = at + 1 + plain.length();
        if (end >= text.length() || text.charAt(end) != '"' || !text.startsWith(plain, at + 1)) {
            return false;
        }
        at = end + 1;
        colon();
        path.member(plain);
        return true;
    }

    String name() {
        String name = string();
        colon();
        path.member(name);
        return name;
    }

    void beginArray() {
        if (peek() != '[') {
            throw mismatch("array");
        }
        enter();
    }

    /** Moves to the element of that number; false when the array is over, which it then has left. */
    boolean nextElement(int index) {
        if (!next(']')) {
            return false;
        }
        path.element(index);
        return true;
    }

    private void enter() {
        if (!path.enter()) {
            throw malformed("nested deeper than " + Json.MAX_DEPTH + " levels");
        }
        at++;
        first = true;
    }

    private boolean next(char close) {
        int c = peek();
        if (c == close) {
            at++;
            first = false;
            path.leave();
            return false;
        }
        if (!first) {
            if (c != ',') {
                throw malformed("expected ',' or '" + close + "'");
            }
            at++;
        }
        first = false;
        return true;
    }

    private void colon() {
        if (peek() != ':') {
            throw malformed("expected ':'");
        }
        at++;
    }

    // ---- scalars

    boolean takeNull() {
        if (peek() != 'n') {
            return false;
        }
        literal("null");
        return true;
    }

    boolean bool() {
        int c = peek();
        if (c != 't' && c != 'f') {
            throw mismatch("boolean");
        }
        literal(c == 't' ? "true" : "false");
        return c == 't';
    }

    /** Reads a number; what is returned is valid until the next one is read. */
    NumberLiteral number(String wanted) {
        if (!atNumber()) {
            throw mismatch(wanted);
        }
        at = number.scan(text, at);
        return number;
    }

    boolean atNumber() {
        int c = peek();
        return c == '-' || (c >= '0' && c <= '9');
    }

    String string() {
        if (peek() != '"') {
            throw mismatch("string");
        }
        int start = ++at;
        int plainEnd = StringLiteral.plainEnd(text, start);
        if (plainEnd < text.length() && text.charAt(plainEnd) == '"') {
            at = plainEnd + 1;
            return text.substring(start, plainEnd);
        }
        StringBuilder decoded = new StringBuilder();
        at = StringLiteral.decode(text, start, decoded);
        return decoded.toString();
    }

    private void literal(String word) {
        if (!text.startsWith(word, at)) {
            throw malformed("expected a value");
        }
        at += word.length();
    }

    // ---- whole values

    /** Reads any value, checking all of it, and returns its text. */
    String raw() {
        peek();
        int start = at;
        skip();
        return text.substring(start, at);
    }

    /** Reads any value, checking all of it. */
    void skip() {
        switch (peek()) {
            case '{' -> skipObject();
            case '[' -> {
                beginArray();
                for (int i = 0; nextElement(i); i++) {
                    skip();
                }
            }
            case '"' -> skipString();
            case 't', 'f' -> bool();
            case 'n' -> takeNull();
            default -> number("value");
        }
    }

    private void skipString() {
        int plainEnd = StringLiteral.plainEnd(text, at + 1);
        if (plainEnd < text.length() && text.charAt(plainEnd) == '"') {
            at = plainEnd + 1;
        } else {
            string();
        }
    }

    private void skipObject() {
        beginObject();
        String only = null;
        Set<String> seen = null;
        while (nextMember()) {
            String name = name();
            if (only == null) {
                only = name;
            } else {
                seen = seen == null ? new HashSet<>(Set.of(only)) : seen;
                if (!seen.add(name)) {
                    throw duplicate(name);
                }
            }
            skip();
        }
    }

    /** Returns the text member of that name of the object that comes next, and stays before it; empty if there is none. */
    @Nullable
    String lookAhead(String name) {
        int start = at;
        int depth = path.depth();
        beginObject();
        String found = null;
        while (found == null && nextMember()) {
            if (!name().equals(name)) {
                skip();
            } else if (peek() == '"') {
                found = string();
            } else {
                throw mismatch("string");
            }
        }
        at = start;
        path.cutTo(depth);
        return found;
    }

    /**
     * Reads a value that is no {@code wanted} but may be one inside text. Throws what the strict reader throws if repairs are not wanted or it is none.
     */
    @Nullable
    Object repair(String wanted, Node node, boolean container) {
        InvalidJsonException refusal = mismatch(wanted);
        if (repairs == null || peek() != '"') {
            throw refusal;
        }
        int depth = path.depth();
        String inner = string();
        if (inner.isEmpty() || (!container && Character.isWhitespace(inner.charAt(0)))) {
            throw refusal;
        }
        JsonReader nested = new JsonReader(inner, path, container ? repairs : null);
        int begin = nested.peek();
        if (container != (begin == '{' || begin == '[') || begin == '"') {
            throw refusal;
        }
        try {
            @Nullable Object value = node.read(nested);
            if (!container && nested.at != inner.length()) {
                throw refusal;
            }
            nested.end();
            repairs.accept(new Repair(path.pointer(), "text read as " + wanted));
            return value;
        } catch (MalformedJsonException notJson) {
            path.cutTo(depth);
            throw refusal;
        }
    }

    // ---- failures

    int position() {
        return at;
    }

    String textFrom(int start) {
        return text.substring(start, at);
    }

    String pointer() {
        return path.pointer();
    }

    /** Returns the name of the member that was taken last. */
    String memberName() {
        return path.memberName();
    }

    MalformedJsonException malformed(String reason) {
        return new MalformedJsonException(at, at >= text.length() ? reason + ", but the text ends" : reason);
    }

    /** Returns the failure for the name that was just taken. */
    MalformedJsonException duplicate(String name) {
        at = memberAt;
        return malformed("member " + Excerpt.quoted(name) + " occurs twice");
    }

    /** Returns the failure for a value of another kind than the wanted one, or for no value at all. */
    InvalidJsonException mismatch(String wanted) {
        String found = kindAhead();
        return invalid("type", "must be " + wanted + ", was " + found);
    }

    InvalidJsonException invalid(String keyword, String message) {
        return new InvalidJsonException(List.of(new Violation(path.pointer(), keyword, message, List.of())));
    }

    /** Returns the failure for a text that is none of the allowed ones, with the likely ones first. */
    InvalidJsonException notAllowed(String keyword, String message, String found, Collection<String> allowed) {
        return new InvalidJsonException(
                List.of(new Violation(path.pointer(), keyword, message, NearNames.of(found, allowed))));
    }

    /** Names the kind of the value ahead by its first character. */
    private String kindAhead() {
        int c = peek();
        return switch (c) {
            case '{' -> "object";
            case '[' -> "array";
            case '"' -> "string";
            case 't', 'f' -> "boolean";
            case 'n' -> "null";
            default -> {
                if (atNumber()) {
                    yield "number";
                }
                throw malformed(c == BYTE_ORDER_MARK ? "a byte order mark is no JSON" : "expected a value");
            }
        };
    }
}
