package dev.harbor.json;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Orders names by how likely they are what was meant. */
final class NearNames {

    /** How many names a violation lists. */
    static final int MOST = 20;

    private NearNames() {}

    /** Returns at most {@value #MOST} of the names, the most similar ones first. */
    static List<String> of(String wanted, Collection<String> names) {
        String cut = wanted.length() > Excerpt.MAX_LENGTH ? wanted.substring(0, Excerpt.MAX_LENGTH) : wanted;
        return names.stream()
                .sorted(Comparator.comparingInt(name -> distance(cut, name)))
                .limit(MOST)
                .toList();
    }

    /** Counts the edits between two names, letter case aside; names far longer than what was given are not compared at all. */
    private static int distance(String a, String b) {
        if (b.length() > 2 * Excerpt.MAX_LENGTH) {
            return Integer.MAX_VALUE;
        }
        return edits(a.toLowerCase(Locale.ROOT), b.toLowerCase(Locale.ROOT));
    }

    private static int edits(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substituted, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
