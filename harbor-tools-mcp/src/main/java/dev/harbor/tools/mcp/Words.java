package dev.harbor.tools.mcp;

import dev.harbor.catalog.RemoteText;
import dev.harbor.event.Redactor;

/** Makes a server's words fit to be shown: cleaned, bounded, without what looks like a secret. */
final class Words {

    private static final int LONGEST_LINE = 400;

    private Words() {}

    /** Returns the words on one line. */
    static String line(String foreign) {
        String cut = bounded(foreign, 4 * LONGEST_LINE);
        String plain =
                RemoteText.clean(cut).replace('\n', ' ').replace('\t', ' ').strip();
        return bounded(Redactor.standard().redact(plain), LONGEST_LINE);
    }

    /** Returns the end of the words on one line. */
    static String end(String foreign) {
        String plain =
                RemoteText.clean(foreign).replace('\n', ' ').replace('\t', ' ').strip();
        String redacted = Redactor.standard().redact(plain);
        int from = Math.max(0, redacted.length() - LONGEST_LINE);
        boolean split = from > 0 && Character.isLowSurrogate(redacted.charAt(from));
        return redacted.substring(split ? from + 1 : from);
    }

    /** Returns the words with their line ends, at most so many characters. */
    static String text(String foreign, int longest) {
        String plain = RemoteText.clean(bounded(foreign, longest));
        return foreign.length() > longest ? plain + "... [" + foreign.length() + " characters in all]" : plain;
    }

    private static String bounded(String text, int longest) {
        if (text.length() <= longest) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(longest - 1)) ? longest - 1 : longest;
        return text.substring(0, end);
    }
}
