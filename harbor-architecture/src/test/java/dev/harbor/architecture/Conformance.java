package dev.harbor.architecture;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The tables that say which test proves which property, a row a proof: {@code | tools 12 | given X, Y | SomeTest.method |}. Several tests are parted by
 * commas or {@code <br>}.
 */
final class Conformance {

    private static final Pattern PROPERTY = Pattern.compile("(tools|faults|agent-runs|loop-toolsets) [1-9]\\d*");
    private static final Pattern TEST = Pattern.compile("([A-Z]\\w*(?:\\.[A-Z]\\w*)*)\\.([a-z]\\w*)");
    private static final Pattern RULER = Pattern.compile("\\|(\\s*:?-+:?\\s*\\|)+");

    private final TestIndex tests;
    private final Set<String> seen = new HashSet<>();
    private final List<String> problems = new ArrayList<>();
    private int rows;

    Conformance(TestIndex tests) {
        this.tests = tests;
    }

    /** Takes in a page; what is wrong with it is in {@link #problems}. */
    void read(String page, String text) {
        List<String> lines = text.lines().map(String::strip).toList();
        boolean code = false;
        for (int i = 0; i < lines.size(); i++) {
            code ^= lines.get(i).startsWith("```");
            boolean heading = i + 1 < lines.size() && isRuler(lines.get(i + 1));
            if (!code && lines.get(i).startsWith("|") && !isRuler(lines.get(i)) && !heading) {
                readRow(page + ':' + (i + 1), lines.get(i));
            }
        }
    }

    List<String> problems() {
        return List.copyOf(problems);
    }

    int rows() {
        return rows;
    }

    private void readRow(String where, String row) {
        rows++;
        String[] cells = row.split("(?<!\\\\)\\|", -1);
        boolean shaped = cells.length == 5 && PROPERTY.matcher(cells[1].strip()).matches() && !cells[2].isBlank();
        if (!shaped) {
            problems.add(where + ": not of the form '| spec n | text | Class.method |': " + row);
            return;
        }
        if (!seen.add(row.replaceAll("\\s+", " "))) {
            problems.add(where + ": a duplicate: " + row);
        }
        Stream.of(cells[3].split(",|<br>", -1)).forEach(test -> readTest(where, test.strip()));
    }

    private void readTest(String where, String test) {
        Matcher named = TEST.matcher(test.replace("`", ""));
        if (!named.matches()) {
            problems.add(where + ": not of the form Class.method: '" + test + "'");
        } else if (!tests.contains(named.group(1), named.group(2))) {
            problems.add(where + ": no such test, or none that is run: " + test);
        }
    }

    private static boolean isRuler(String line) {
        return RULER.matcher(line).matches();
    }
}
