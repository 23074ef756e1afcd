package dev.harbor.docs.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A page as a browser gets it.
 *
 * @param address its path in the site
 * @param text the document
 */
record Rendered(String address, String text) {

    private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"]*)\"");
    private static final Pattern HEADING = Pattern.compile("<h1[^>]*>(.*?)</h1>");
    private static final Pattern TITLE = Pattern.compile("<title>(.*?)</title>");

    static Rendered of(Path folder, String address) {
        try {
            return new Rendered(address, Files.readString(folder.resolve(address)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<Rendered> all(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".html"))
                    .sorted()
                    .map(file -> of(folder, folder.relativize(file).toString().replace('\\', '/')))
                    .toList();
        }
    }

    List<String> links() {
        return groups(LINK);
    }

    List<String> headings() {
        return groups(HEADING).stream().map(Rendered::plain).toList();
    }

    String title() {
        return groups(TITLE).get(0);
    }

    /** Returns what is neither markup nor code. */
    String prose() {
        return plain(text.replaceAll("(?s)<pre>.*?</pre>|<code>.*?</code>", ""));
    }

    /** Returns the links that lead to no file of the site, or to no place of it. */
    Stream<String> broken(Path folder) {
        return links().stream()
                .filter(link -> !link.matches("[a-z]+:.*") && !leads(folder, link))
                .map(link -> address + " links to " + link);
    }

    private boolean leads(Path folder, String link) {
        String[] parts = link.split("#", 2);
        Path file = parts[0].isEmpty()
                ? folder.resolve(address)
                : folder.resolve(address).resolveSibling(parts[0]).normalize();
        if (!file.startsWith(folder) || !Files.isRegularFile(file)) {
            return false;
        }
        return parts.length == 1
                || of(folder, folder.relativize(file).toString()).text.contains(" id=\"" + parts[1] + "\"");
    }

    private List<String> groups(Pattern pattern) {
        return pattern.matcher(text).results().map(Rendered::first).toList();
    }

    private static String first(MatchResult result) {
        return result.group(1);
    }

    private static String plain(String html) {
        return html.replaceAll("<(?!!--)[^>]*>", "")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&amp;", "&");
    }
}
