package dev.harbor.examples.quickstart;

import java.io.Console;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the standard output can show.
 *
 * @param unicode whether it takes characters beyond ASCII
 * @param colour whether it is a terminal that takes colours
 */
record Terminal(boolean unicode, boolean colour) {

    private static final Pattern CONTROL = Pattern.compile("\\p{C}");

    static final Terminal PLAIN = new Terminal(false, false);

    /** A way to set text off. */
    enum Style {
        BOLD("1"),
        DIM("2"),
        RED("31"),
        GREEN("32"),
        YELLOW("33");

        private final String code;

        Style(String code) {
            this.code = code;
        }
    }

    static Terminal ofProcess() {
        return of(System.getenv(), outputCharset(), isTerminal(System.console()));
    }

    static Terminal of(Map<String, String> environment, Charset charset, boolean terminal) {
        boolean wanted = environment.getOrDefault("NO_COLOR", "").isEmpty();
        String kind = environment.getOrDefault("TERM", "dumb");
        return new Terminal(charset.newEncoder().canEncode("─│●█…"), terminal && wanted && !kind.equals("dumb"));
    }

    /** Returns what the JVM writes the standard output in; which property says so depends on its version. */
    private static Charset outputCharset() {
        return Stream.of("stdout.encoding", "sun.stdout.encoding", "native.encoding")
                .map(System::getProperty)
                .filter(name -> name != null && Charset.isSupported(name))
                .findFirst()
                .map(Charset::forName)
                .orElse(StandardCharsets.US_ASCII);
    }

    /** Newer JVMs have a console also when there is no terminal, and a method that tells. */
    private static boolean isTerminal(@Nullable Console console) {
        if (console == null) {
            return false;
        }
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    String style(Style style, String text) {
        return colour && !text.isEmpty() ? "\u001b[" + style.code + "m" + text + "\u001b[0m" : text;
    }

    /** Returns the first text where it can be shown, else the second. */
    String pick(String unicodeText, String asciiText) {
        return unicode ? unicodeText : asciiText;
    }

    /** Makes a text fit for a line of a width: without control characters, which file names may have, and shortened. */
    String fit(String text, int width) {
        String clean = CONTROL.matcher(text).replaceAll("?");
        String ellipsis = pick("…", "...");
        return clean.length() <= width ? clean : clean.substring(0, width - ellipsis.length()) + ellipsis;
    }

    /** Does the same for a path, of which the end says most. */
    String fitPath(String path, int width) {
        String clean = CONTROL.matcher(path).replaceAll("?");
        String ellipsis = pick("…", "...");
        return clean.length() <= width ? clean : ellipsis + clean.substring(clean.length() - width + ellipsis.length());
    }
}
