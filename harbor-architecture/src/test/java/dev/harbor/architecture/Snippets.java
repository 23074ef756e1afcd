package dev.harbor.architecture;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Code that pages quote. A source marks it by {@code // snippet: name} and {@code // end}; a page by {@code <!-- snippet: name -->} above a fenced block.
 */
final class Snippets {

    private static final Pattern START = Pattern.compile("\\s*// snippet: (\\S+)\\s*");
    private static final Pattern END = Pattern.compile("\\s*// end\\s*");
    private static final Pattern QUOTE = Pattern.compile("\\s*<!-- snippet: (\\S+) -->\\s*");
    private static final Pattern FENCE = Pattern.compile("\\s*```.*");

    private final Map<String, String> regions = new HashMap<>();
    private final List<String> problems = new ArrayList<>();

    /** Takes in the regions of a source file. */
    void readSource(String file, String text) {
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            Matcher start = START.matcher(lines.get(i));
            if (start.matches()) {
                int end = find(END, lines, i + 1);
                addRegion(file, start.group(1), end < 0 ? null : lines.subList(i + 1, end));
            }
        }
    }

    /** Holds the quotes of a page against the regions read before. */
    void readPage(String page, String text) {
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            Matcher quote = QUOTE.matcher(lines.get(i));
            if (quote.matches()) {
                compare(page + ": snippet " + quote.group(1), quote.group(1), block(lines, i + 1));
            }
        }
    }

    List<String> problems() {
        return List.copyOf(problems);
    }

    private void addRegion(String file, String name, @Nullable List<String> lines) {
        if (lines == null) {
            problems.add(file + ": snippet " + name + " has no end");
        } else if (regions.put(name, text(lines)) != null) {
            problems.add(file + ": snippet " + name + " exists twice");
        }
    }

    private void compare(String where, String name, @Nullable List<String> block) {
        String region = regions.get(name);
        if (block == null) {
            problems.add(where + " is not followed by a fenced block");
        } else if (region == null) {
            problems.add(where + " is in no source");
        } else if (!region.equals(text(block))) {
            problems.add(where + " differs from its source, which is:\n" + region);
        }
    }

    private static @Nullable List<String> block(List<String> lines, int from) {
        boolean fenced = from < lines.size() && FENCE.matcher(lines.get(from)).matches();
        int end = fenced ? find(FENCE, lines, from + 1) : -1;
        return end < 0 ? null : lines.subList(from + 1, end);
    }

    private static int find(Pattern pattern, List<String> lines, int from) {
        for (int i = from; i < lines.size(); i++) {
            if (pattern.matcher(lines.get(i)).matches()) {
                return i;
            }
        }
        return -1;
    }

    /** Joins lines without the indentation that they share and without empty lines around them. */
    private static String text(List<String> lines) {
        return String.join("\n", lines).stripIndent().replaceAll("^\\n+|\\s+$", "");
    }
}
