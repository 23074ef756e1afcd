package dev.harbor.docs.site;

import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Leads links between files of the repository to what is made of them, and remembers which files that are no pages the site needs. Not thread-safe. */
final class Links {

    private static final Pattern ELSEWHERE = Pattern.compile("[a-z]+:.*|#.*");
    private static final Pattern COPIED = Pattern.compile(".*\\.(png|svg|json)");

    private final Sources sources;
    private final Set<String> copies = new TreeSet<>();
    private final Set<String> listings = new TreeSet<>();
    private final Set<String> folders = new TreeSet<>();

    Links(Sources sources) {
        this.sources = sources;
    }

    /**
     * Returns where a link of a page leads to in the site.
     *
     * @throws IllegalArgumentException if it leads to no file of the repository
     */
    String lead(String page, String link) {
        if (ELSEWHERE.matcher(link).matches()) {
            return link;
        }
        int anchor = link.indexOf('#');
        String path = anchor < 0 ? link : link.substring(0, anchor);
        return between(Page.address(page), target(page, path)) + (anchor < 0 ? "" : link.substring(anchor));
    }

    /** Returns the files that the site holds as they are. */
    Set<String> copies() {
        return Set.copyOf(copies);
    }

    /** Returns the files that are shown as text. */
    Set<String> listings() {
        return Set.copyOf(listings);
    }

    /** Returns the folders that are shown as lists of their pages. */
    Set<String> folders() {
        return Set.copyOf(folders);
    }

    /** Returns how one address of the site names another. */
    static String between(String from, String to) {
        Path folder = Path.of("/" + from).resolveSibling("");
        return folder.relativize(Path.of("/" + to)).toString().replace('\\', '/');
    }

    private String target(String page, String path) {
        String file = Path.of("/" + page)
                .resolveSibling(path)
                .normalize()
                .toString()
                .substring(1)
                .replace('\\', '/');
        if (sources.isFolder(file)) {
            folders.add(file);
            return file + "/index.html";
        }
        if (!sources.isFile(file)) {
            throw new IllegalArgumentException(page + " links to " + path + ", which is not in the repository");
        }
        return file(file);
    }

    private String file(String file) {
        if (COPIED.matcher(file).matches()) {
            copies.add(file);
            return file;
        }
        if (!file.endsWith(".md")) {
            listings.add(file);
        }
        return Page.address(file);
    }
}
