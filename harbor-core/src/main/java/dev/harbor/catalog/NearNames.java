package dev.harbor.catalog;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the names that may have been meant by one that leads nowhere. */
final class NearNames {

    /** The most names that are offered. */
    static final int MOST = 5;

    private static final int MAX_LENGTH = 128;

    private final String wanted;
    private final int reach;
    private final List<Near> found = new ArrayList<>();

    private NearNames(String wanted) {
        this.wanted = fold(wanted);
        this.reach = wanted.length() > MAX_LENGTH ? -1 : Math.max(2, wanted.length() / 3);
    }

    /** Returns the best names, each tool in its nearer spelling; a tool has one or more spellings. */
    static List<String> of(String wanted, Stream<List<String>> tools) {
        NearNames near = new NearNames(wanted);
        if (near.reach >= 0) {
            tools.forEach(near::consider);
        }
        return near.best();
    }

    private void consider(List<String> spellings) {
        Near nearest = null;
        for (String spelling : spellings) {
            int distance = distance(fold(spelling));
            if (distance <= reach && (nearest == null || distance < nearest.distance)) {
                nearest = new Near(spelling, distance);
            }
        }
        add(nearest);
    }

    private void add(@Nullable Near near) {
        if (near != null) {
            found.add(near);
        }
    }

    private List<String> best() {
        return found.stream()
                .sorted(Comparator.comparingInt(Near::distance).thenComparing(Near::name))
                .map(Near::name)
                .distinct()
                .limit(MOST)
                .toList();
    }

    /** Returns the number of edits, or more than the reach; a name that lost its first segments is one edit away. */
    private int distance(String candidate) {
        if (lostSegments(candidate)) {
            return 1;
        }
        if (Math.abs(candidate.length() - wanted.length()) > reach) {
            return reach + 1;
        }
        int[] row = new int[candidate.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= wanted.length(); i++) {
            advance(row, i, candidate);
        }
        return row[candidate.length()];
    }

    private void advance(int[] row, int i, String candidate) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j < row.length; j++) {
            int substituted = diagonal + (wanted.charAt(i - 1) == candidate.charAt(j - 1) ? 0 : 1);
            diagonal = row[j];
            row[j] = Math.min(substituted, Math.min(row[j], row[j - 1]) + 1);
        }
    }

    private boolean lostSegments(String candidate) {
        int start = candidate.length() - wanted.length();
        return start > 1
                && wanted.length() > 1
                && candidate.endsWith(wanted)
                && isSeparator(candidate.charAt(start - 1));
    }

    private static boolean isSeparator(char character) {
        return character == '.' || character == '_' || character == '-' || character == '/' || character == ':';
    }

    private static String fold(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private record Near(String name, int distance) {}
}
