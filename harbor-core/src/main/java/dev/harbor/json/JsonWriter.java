package dev.harbor.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Writes compact JSON as UTF-8 into a buffer that grows, and remembers where it is. Refuses what the reader would not take back.
 *
 * <p>Not thread-safe.
 */
final class JsonWriter {

    private static final int FIRST_SIZE = 128;
    private static final int LONGEST_ESCAPE = 6;
    private static final int LONGEST_LONG = 20;
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);

    private final Path path = new Path();
    private byte[] buffer = new byte[FIRST_SIZE];
    private int length;

    byte[] toBytes() {
        return Arrays.copyOf(buffer, length);
    }

    int length() {
        return length;
    }

    /** Returns what was written since then. */
    String textFrom(int start) {
        return new String(buffer, start, length - start, StandardCharsets.UTF_8);
    }

    String pointer() {
        return path.pointer();
    }

    // ---- objects and arrays

    void beginObject() {
        begin('{');
    }

    void endObject() {
        end('}');
    }

    void beginArray() {
        begin('[');
    }

    void endArray() {
        end(']');
    }

    /** Says which member comes next, before it is known whether it is written. */
    void approach(String name) {
        path.member(name);
    }

    void name(String name) {
        path.member(name);
        separate();
        string(name);
        ascii(':');
    }

    /** Writes the name that was approached, encoded before by {@link #encoded}. */
    void encodedName(byte[] encoded) {
        separate();
        bytes(encoded);
    }

    static byte[] encoded(String name) {
        JsonWriter writer = new JsonWriter();
        writer.string(name);
        writer.ascii(':');
        return writer.toBytes();
    }

    void element(int index) {
        path.element(index);
        separate();
    }

    private void begin(char open) {
        if (!path.enter()) {
            throw tooDeep();
        }
        ascii(open);
    }

    private void end(char close) {
        path.leave();
        ascii(close);
    }

    /** No value ends in an opening bracket, so one at the end means that nothing is to be separated. */
    private void separate() {
        byte last = buffer[length - 1];
        if (last != '{' && last != '[') {
            ascii(',');
        }
    }

    // ---- scalars

    void nothing() {
        bytes(NULL);
    }

    void bool(boolean value) {
        bytes(value ? TRUE : FALSE);
    }

    void number(long value) {
        if (value == Long.MIN_VALUE) {
            ascii(Long.toString(value));
            return;
        }
        room(LONGEST_LONG);
        long rest = Math.abs(value);
        int end = length + (value < 0 ? 1 : 0) + decimalDigits(rest);
        buffer[length] = '-';
        length = end;
        do {
            buffer[--end] = (byte) ('0' + rest % 10);
            rest /= 10;
        } while (rest > 0);
    }

    private static int decimalDigits(long value) {
        int digits = 1;
        for (long rest = value; rest >= 10; rest /= 10) {
            digits++;
        }
        return digits;
    }

    void number(double value) {
        if (!Double.isFinite(value)) {
            throw unserializable("the number is not finite");
        }
        ascii(Double.toString(value));
    }

    void number(float value) {
        if (!Float.isFinite(value)) {
            throw unserializable("the number is not finite");
        }
        ascii(Float.toString(value));
    }

    void number(BigInteger value) {
        if (value.bitLength() < Long.SIZE) {
            number(value.longValue());
        } else {
            number(value.toString());
        }
    }

    void number(BigDecimal value) {
        number(value.toString());
    }

    private void number(String literal) {
        try {
            new NumberLiteral().scan(literal, 0);
        } catch (MalformedJsonException outOfBounds) {
            throw new UnserializableException(path.pointer(), outOfBounds.reason(), outOfBounds);
        }
        ascii(literal);
    }

    void string(String value) {
        ascii('"');
        room(value.length() + 1);
        int plain = plainAscii(value);
        for (int i = plain; i < value.length(); i++) {
            room(value.length() - i + LONGEST_ESCAPE + 1);
            i += character(value, i);
        }
        ascii('"');
    }

    /** Writes a whole value that is known to be JSON. */
    void raw(Json value) {
        byte[] compact = value.compactBytes();
        if (path.depth() > 0 && path.depth() + Compact.depth(compact) > Json.MAX_DEPTH) {
            throw tooDeep();
        }
        bytes(compact);
    }

    /** Copies the characters that take one byte and no escape up to the first other one, and returns how many there were. */
    private int plainAscii(String value) {
        byte[] into = buffer;
        int offset = length;
        int end = value.length();
        int i = 0;
        while (i < end) {
            char c = value.charAt(i);
            if (c < ' ' || c > '~' || c == '"' || c == '\\') {
                break;
            }
            into[offset + i++] = (byte) c;
        }
        length = offset + i;
        return i;
    }

    /** Writes one code point and returns how many characters it took beyond the first. */
    private int character(String value, int i) {
        char c = value.charAt(i);
        if (c == '"' || c == '\\') {
            put('\\');
            put(c);
        } else if (c < ' ') {
            control(c);
        } else if (c < 0x80) {
            put(c);
        } else if (c < 0x800) {
            put(0xC0 | (c >> 6));
            continuation(c);
        } else if (Character.isSurrogate(c)) {
            surrogates(value, i);
            return 1;
        } else {
            put(0xE0 | (c >> 12));
            continuation(c >> 6);
            continuation(c);
        }
        return 0;
    }

    private void control(char c) {
        put('\\');
        switch (c) {
            case '\b' -> put('b');
            case '\f' -> put('f');
            case '\n' -> put('n');
            case '\r' -> put('r');
            case '\t' -> put('t');
            default -> {
                put('u');
                put('0');
                put('0');
                put(HEX[c >> 4]);
                put(HEX[c & 0xF]);
            }
        }
    }

    private void surrogates(String value, int i) {
        int codePoint = value.codePointAt(i);
        if (!Character.isSupplementaryCodePoint(codePoint)) {
            throw unserializable("unpaired surrogate in a string");
        }
        put(0xF0 | (codePoint >> 18));
        continuation(codePoint >> 12);
        continuation(codePoint >> 6);
        continuation(codePoint);
    }

    private void continuation(int bits) {
        put(0x80 | (bits & 0x3F));
    }

    // ---- bytes

    private void put(int oneByte) {
        buffer[length++] = (byte) oneByte;
    }

    private void ascii(char c) {
        room(1);
        buffer[length++] = (byte) c;
    }

    private void ascii(String text) {
        bytes(text.getBytes(StandardCharsets.US_ASCII));
    }

    private void bytes(byte[] bytes) {
        room(bytes.length);
        System.arraycopy(bytes, 0, buffer, length, bytes.length);
        length += bytes.length;
    }

    private void room(int more) {
        if (buffer.length - length < more) {
            grow(more);
        }
    }

    private void grow(int more) {
        long wanted = Math.max((long) length + more, buffer.length * 2L);
        if ((long) length + more > Json.MAX_SIZE_BYTES) {
            throw unserializable("larger than " + Json.MAX_SIZE_BYTES + " bytes");
        }
        buffer = Arrays.copyOf(buffer, (int) Math.min(wanted, Json.MAX_SIZE_BYTES));
    }

    // ---- failures

    InvalidJsonException invalid(String keyword, String message) {
        return new InvalidJsonException(List.of(new Violation(path.pointer(), keyword, message, List.of())));
    }

    private UnserializableException tooDeep() {
        return unserializable("nested deeper than " + Json.MAX_DEPTH + " levels, or containing itself");
    }

    UnserializableException unserializable(String reason) {
        return new UnserializableException(path.pointer(), reason);
    }
}
