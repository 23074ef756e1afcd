package dev.harbor.event;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Redacts values that stand beside the name of a secret in text: {@code password=x}, {@code "api_key": "x"}, {@code ?access_token=x}, {@code --token x}. */
final class Assignments {

    private static final String NAME = "(?<![A-Za-z0-9_.-])-{0,2}+(?<name>[A-Za-z][A-Za-z0-9_.-]{0,127}+)";

    private static final Pattern ASSIGNMENT =
            Pattern.compile(NAME + "(?<quote>\\\\?[\"'])?[ \\t]{0,4}+(?<sign>[:=]{1,2}+>?+)(?<gap>[ \\t]{0,4}+)");

    private static final Pattern FLAG = Pattern.compile("(?<![A-Za-z0-9_.-])--"
            + "(?<name>[A-Za-z][A-Za-z0-9_.-]{0,127}+)(?<quote>)(?<sign>)(?<gap>[ \\t]{1,4}+)(?!-)");

    /** What such headers hold may have blanks inside. */
    private static final Pattern TO_END_OF_LINE = Pattern.compile("(?i).*(?:authori[sz]ation|cookie)");

    private static final Pattern NUMBER = Pattern.compile("[0-9][0-9.,_]*");
    private static final Pattern LITERAL = Pattern.compile("null|true|false|none|undefined|\\*+");

    /** What no word of a sentence looks like. */
    private static final Pattern RANDOM = Pattern.compile("(?=[^0-9]*[0-9])(?=[^A-Za-z]*[A-Za-z]).{8,}|.{20,}");

    private static final Set<String> SCHEMES = Set.of("bearer", "basic", "token", "digest", "negotiate", "apikey");

    private static final String ENDS = "&,;)}]<>\"'";

    private final SecretNames names;

    Assignments(SecretNames names) {
        this.names = names;
    }

    String redact(String text) {
        return redact(redact(text, ASSIGNMENT), FLAG);
    }

    private String redact(String text, Pattern pattern) {
        Matcher matcher = pattern.matcher(text);
        StringBuilder out = new StringBuilder();
        int done = 0;
        for (int from = 0; matcher.find(from); ) {
            from = matcher.end("name");
            if (names.of(matcher.group("name")) != Secrecy.OPEN) {
                Span value = value(text, matcher);
                if (isSecret(text, value, matcher)) {
                    out.append(text, done, value.start).append(Redactor.PLACEHOLDER);
                    done = value.end;
                    from = value.end;
                }
            }
        }
        return done == 0 ? text : out.append(text, done, text.length()).toString();
    }

    private boolean isSecret(String text, Span span, Matcher matcher) {
        String value = text.substring(span.start, span.end);
        if (value.isEmpty() || LITERAL.matcher(value).matches()) {
            return false;
        }
        if (names.of(matcher.group("name")) == Secrecy.SECRET) {
            return true;
        }
        boolean sentence = matcher.group("sign").equals(":")
                && !matcher.group("gap").isEmpty()
                && (matcher.group("quote") == null)
                && !span.quoted;
        return sentence
                ? RANDOM.matcher(value).matches()
                : !NUMBER.matcher(value).matches();
    }

    /** Is where a value stands, without its quotes. */
    private record Span(int start, int end, boolean quoted) {}

    private static Span value(String text, Matcher matcher) {
        int start = matcher.end();
        for (String quote : new String[] {"\"", "'", "\\\"", "\\'"}) {
            if (text.startsWith(quote, start)) {
                int inside = start + quote.length();
                return new Span(inside, endOfQuoted(text, inside, quote), true);
            }
        }
        boolean line = TO_END_OF_LINE.matcher(matcher.group("name")).matches();
        return new Span(start, line ? endOfLine(text, start) : endOfValue(text, start), false);
    }

    private static int endOfQuoted(String text, int start, String quote) {
        for (int i = start; i < text.length(); i++) {
            if (text.startsWith(quote, i)) {
                return i;
            }
            if (text.charAt(i) == '\n') {
                return i;
            }
            if (text.charAt(i) == '\\' && quote.length() == 1) {
                i++;
            }
        }
        return text.length();
    }

    private static int endOfLine(String text, int start) {
        int end = start;
        while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
            end++;
        }
        return end;
    }

    /** Goes to the end of the word, and of the next one if the first is the scheme of a credential. */
    private static int endOfValue(String text, int start) {
        int end = endOfWord(text, start);
        int next = end;
        while (next < text.length() && text.charAt(next) == ' ') {
            next++;
        }
        boolean scheme =
                next > end && SCHEMES.contains(text.substring(start, end).toLowerCase(Locale.ROOT));
        return scheme ? endOfWord(text, next) : end;
    }

    private static int endOfWord(String text, int start) {
        int end = start;
        while (end < text.length() && !Character.isWhitespace(text.charAt(end)) && ENDS.indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return end;
    }
}
