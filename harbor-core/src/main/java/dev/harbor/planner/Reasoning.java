package dev.harbor.planner;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes away what a model thinks aloud. */
final class Reasoning {

    private static final Pattern TAG =
            Pattern.compile("<(/?)(think|thinking|thought|reasoning)>", Pattern.CASE_INSENSITIVE);

    private Reasoning() {}

    /**
     * Returns a text without blocks of reasoning. One that is not closed takes all that follows with it; one that was opened elsewhere, as templates of some
     * models do, takes all before its end.
     */
    static String strip(String text) {
        StringBuilder kept = new StringBuilder();
        Matcher tags = TAG.matcher(text);
        int from = 0;
        int depth = 0;
        while (tags.find()) {
            boolean closes = !tags.group(1).isEmpty();
            if (depth == 0 && !closes) {
                kept.append(text, from, tags.start());
            } else if (depth == 0) {
                kept.setLength(0);
            }
            depth = closes ? Math.max(0, depth - 1) : depth + 1;
            from = tags.end();
        }
        return depth == 0 ? kept.append(text, from, text.length()).toString() : kept.toString();
    }
}
