package dev.harbor.planner;

import java.util.function.Consumer;

/**
 * Hears an answer piece by piece and passes on what the model says to people: the text of the member "say" of the first object. It goes by characters, so that
 * it makes no difference how an answer is cut. Not thread-safe.
 */
final class SayStream implements Consumer<String> {

    private static final String NAME = "say";
    private static final int LONGEST_TAG = 12;
    private static final int LONGEST_NAME = 8;

    private final Consumer<String> listener;
    private final StringBuilder out = new StringBuilder();
    private final StringBuilder tag = new StringBuilder();
    private final StringBuilder name = new StringBuilder();
    private final StringBuilder unicode = new StringBuilder();

    private boolean isThinking;
    private boolean isOver;
    private int depth;
    private boolean inString;
    private boolean escaped;
    private boolean isName;
    private boolean saysNext;
    private boolean isSaying;
    private char high;

    SayStream(Consumer<String> listener) {
        this.listener = listener;
    }

    @Override
    public void accept(String piece) {
        for (int i = 0; i < piece.length() && !isOver; i++) {
            accept(piece.charAt(i));
        }
        if (out.length() > 0) {
            String said = out.toString();
            out.setLength(0);
            listener.accept(said);
        }
    }

    private void accept(char c) {
        if (depth == 0) {
            outside(c);
        } else if (inString) {
            inString(c);
        } else {
            between(c);
        }
    }

    private void outside(char c) {
        if (c == '<') {
            tag.setLength(0);
        }
        if (tag.length() < LONGEST_TAG) {
            tag.append(c);
        }
        if (c == '>') {
            isThinking = isOpening(Reasoning.strip(tag.toString()));
        } else if (c == '{' && !isThinking) {
            depth = 1;
            isName = true;
        }
    }

    /** A tag of reasoning alone leaves nothing, and one that closes leaves nothing to think about. */
    private boolean isOpening(String left) {
        boolean isTag = left.isEmpty();
        boolean closes = tag.indexOf("</") == 0;
        return isTag ? !closes : isThinking;
    }

    private void between(char c) {
        switch (c) {
            case '"' -> {
                inString = true;
                name.setLength(0);
                isSaying = saysNext;
                saysNext = false;
            }
            case '{', '[' -> {
                depth++;
                saysNext = false;
            }
            case '}', ']' -> isOver = --depth == 0;
            case ':' -> {
                saysNext = depth == 1 && isName && name.toString().equals(NAME);
                isName = false;
            }
            case ',' -> {
                isName = depth == 1;
                saysNext = false;
            }
            default -> {
                // white space, and values that are no text
            }
        }
    }

    private void inString(char c) {
        if (escaped) {
            escape(c);
        } else if (c == '\\') {
            escaped = true;
        } else if (c == '"') {
            inString = false;
            isOver = isSaying;
        } else {
            put(c);
        }
    }

    private void escape(char c) {
        if (unicode.length() > 0 || c == 'u') {
            unicode.append(c);
            if (unicode.length() == 5) {
                put((char) Integer.parseInt(hex(), 16));
                unicode.setLength(0);
                escaped = false;
            }
            return;
        }
        escaped = false;
        put(
                switch (c) {
                    case 'n' -> '\n';
                    case 't' -> '\t';
                    case 'r' -> '\r';
                    case 'b' -> '\b';
                    case 'f' -> '\f';
                    default -> c;
                });
    }

    private String hex() {
        String digits = unicode.substring(1);
        return digits.chars().allMatch(digit -> Character.digit(digit, 16) >= 0) ? digits : "fffd";
    }

    /** Passes on whole characters only. */
    private void put(char c) {
        if (!isSaying) {
            if (depth == 1 && isName && name.length() < LONGEST_NAME) {
                name.append(c);
            }
        } else if (Character.isHighSurrogate(c)) {
            high = c;
        } else {
            if (Character.isLowSurrogate(c) && high != 0) {
                out.append(high).append(c);
            } else if (!Character.isLowSurrogate(c)) {
                out.append(c);
            }
            high = 0;
        }
    }
}
