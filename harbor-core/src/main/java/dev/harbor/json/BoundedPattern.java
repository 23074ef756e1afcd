package dev.harbor.json;

import com.networknt.schema.regex.RegularExpression;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Matches a foreign schema's pattern with a bound on the work: a pattern that backtracks without end counts as not decided instead of holding a thread.
 *
 * <p>Thread-safe.
 */
final class BoundedPattern implements RegularExpression {

    /** Looks at characters, summed up over one match; a match of ordinary patterns takes a few per character. */
    private static final int MAX_STEPS = 5_000_000;

    private final Pattern pattern;

    BoundedPattern(String regex) {
        try {
            this.pattern = Pattern.compile(ecma(regex));
        } catch (PatternSyntaxException e) {
            throw new Failure("the pattern " + Excerpt.quoted(regex) + " is none: " + e.getDescription());
        }
    }

    /** In ECMA 262 a dollar sign is the very end of the text, in Java also the place before a last line break. */
    private static String ecma(String regex) {
        StringBuilder java = new StringBuilder();
        boolean inClass = false;
        for (int i = 0; i < regex.length(); i++) {
            char c = regex.charAt(i);
            if (c == '\\' && i + 1 < regex.length()) {
                java.append(c).append(regex.charAt(++i));
            } else if (c == '$' && !inClass) {
                java.append("\\z");
            } else {
                inClass = c == '[' || (inClass && c != ']');
                java.append(c);
            }
        }
        return java.toString();
    }

    @Override
    public boolean matches(String value) {
        try {
            return pattern.matcher(new CountedText(value)).find();
        } catch (StackOverflowError deepRepetition) {
            // Java's matcher recurses for each repetition of some groups; the stack is whole again here
            throw new Failure("a pattern took too many steps");
        }
    }

    /** Is an Error only because the validator logs every exception that passes it, at level error; it is always caught outside. */
    static final class Failure extends Error {

        private static final long serialVersionUID = 1L;

        Failure(String message) {
            super(message, null, false, false);
        }
    }

    /** Counts how often a matcher looks at a character. */
    private static final class CountedText implements CharSequence {

        private final String text;
        private int steps;

        CountedText(String text) {
            this.text = text;
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            if (++steps > MAX_STEPS) {
                throw new Failure("a pattern took too many steps");
            }
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int from, int to) {
            return text.substring(from, to);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
