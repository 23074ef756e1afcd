package dev.harbor.tools.a2a;

import dev.harbor.catalog.RemoteText;
import org.jspecify.annotations.Nullable;

/** Makes the words of a peer fit to be shown: cleaned and bounded. */
final class Words {

    private static final int LINE = 300;

    private Words() {}

    /** Returns text as one line of an error. */
    static String line(String foreign) {
        return cut(
                RemoteText.clean(start(foreign, LINE)).replaceAll("\\s+", " ").strip(), LINE);
    }

    /** Returns text of at most so many characters, with its lines. */
    static String text(String foreign, int most) {
        return cut(RemoteText.clean(start(foreign, most)).strip(), most);
    }

    /** What is cut off anyway is not cleaned. */
    private static String start(String foreign, int most) {
        int enough = 4 * most;
        return foreign.length() <= enough ? foreign : foreign.substring(0, enough);
    }

    /** Cuts on a code point. */
    static String cut(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(most - 2)) ? most - 2 : most - 1;
        return text.substring(0, end) + '…';
    }

    /** Returns a name that a person may see and nothing takes for a path; null when nothing is left of it. */
    static @Nullable String filename(@Nullable String foreign) {
        if (foreign == null) {
            return null;
        }
        String last = foreign.substring(Math.max(foreign.lastIndexOf('/'), foreign.lastIndexOf('\\')) + 1);
        String clean =
                cut(RemoteText.clean(last).replaceAll("[\\s:*?\"<>|]+", " ").strip(), 120);
        return clean.isEmpty() || clean.equals(".") || clean.equals("..") ? null : clean;
    }
}
