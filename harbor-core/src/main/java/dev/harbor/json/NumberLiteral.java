package dev.harbor.json;

import java.math.BigDecimal;

/**
 * Is a number as written: its digits, whether it has fraction or exponent, and its value if that is a small integer.
 *
 * <p>Not thread-safe; a reader reuses one.
 */
final class NumberLiteral {

    /** Digits that fit a long whatever they are. */
    private static final int LONG_DIGITS = 18;

    private String text = "";
    private int start;
    private int end;
    private int at;
    private boolean integer;
    private boolean exponent;
    private long value;

    /** Reads the number that begins there and returns the position behind it. */
    int scan(String source, int from) {
        text = source;
        start = from;
        at = from;
        boolean negative = ahead() == '-';
        if (negative) {
            at++;
        }
        integerPart();
        integer = true;
        exponent = false;
        if (ahead() == '.') {
            integer = false;
            at++;
            digits();
        }
        if (ahead() == 'e' || ahead() == 'E') {
            integer = false;
            exponent = true;
            exponent();
        }
        end = at;
        if (end - start > Json.MAX_NUMBER_LENGTH) {
            throw new MalformedJsonException(start, "a number of more than " + Json.MAX_NUMBER_LENGTH + " characters");
        }
        value = negative ? -value : value;
        return end;
    }

    /** Tells whether there is neither fraction nor exponent. */
    boolean isInteger() {
        return integer;
    }

    boolean hasExponent() {
        return exponent;
    }

    /** Tells whether {@link #asLong()} is the value; false does not mean that it wouldn't fit. */
    boolean isSmallInteger() {
        return integer && end - start <= LONG_DIGITS;
    }

    long asLong() {
        return value;
    }

    BigDecimal asDecimal() {
        return new BigDecimal(toString());
    }

    @Override
    public String toString() {
        return text.substring(start, end);
    }

    private void integerPart() {
        value = 0;
        if (ahead() == '0') {
            at++;
            if (ahead() >= '0' && ahead() <= '9') {
                throw new MalformedJsonException(at, "a number has no leading zeros");
            }
            return;
        }
        digits();
    }

    private void digits() {
        int from = at;
        char c = ahead();
        while (c >= '0' && c <= '9') {
            value = value * 10 + (c - '0');
            at++;
            c = ahead();
        }
        if (at == from) {
            throw new MalformedJsonException(at, "expected a digit");
        }
    }

    private void exponent() {
        at++;
        if (ahead() == '+' || ahead() == '-') {
            at++;
        }
        int from = at;
        digits();
        int magnitude = 0;
        for (int i = from; i < at && magnitude <= Json.MAX_EXPONENT; i++) {
            magnitude = magnitude * 10 + (text.charAt(i) - '0');
        }
        if (magnitude > Json.MAX_EXPONENT) {
            throw new MalformedJsonException(start, "a number with an exponent beyond " + Json.MAX_EXPONENT);
        }
    }

    private char ahead() {
        return at < text.length() ? text.charAt(at) : ' ';
    }
}
