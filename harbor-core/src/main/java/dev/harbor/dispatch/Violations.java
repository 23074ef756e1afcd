package dev.harbor.dispatch;

import dev.harbor.json.Violation;
import java.util.List;

/**
 * Cuts what a tool itself says is wrong down to what may stand in an outcome: a tool is foreign, and its words reach a planner. All together stays below
 * 32 KiB even where each character is escaped.
 */
final class Violations {

    private static final int MOST = 8;
    private static final int MOST_ALLOWED = 5;
    private static final int LINE_LENGTH = 150;
    private static final int WORD_LENGTH = 40;

    private Violations() {}

    static List<Violation> bounded(List<Violation> said) {
        return said.stream().limit(MOST).map(Violations::bounded).toList();
    }

    private static Violation bounded(Violation said) {
        return new Violation(
                cut(said.pointer(), LINE_LENGTH),
                cut(said.keyword(), WORD_LENGTH),
                cut(said.message(), LINE_LENGTH),
                said.allowed().stream()
                        .limit(MOST_ALLOWED)
                        .map(word -> cut(word, WORD_LENGTH))
                        .toList());
    }

    private static String cut(String text, int length) {
        if (text.length() <= length) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length;
        return text.substring(0, end) + "...";
    }
}
