package dev.harbor.docs.site;

import java.util.Arrays;
import java.util.Comparator;

/** A part of the site, in the order in which it is offered. */
enum Section {
    START("Start", "docs/"),
    CONCEPTS("Concepts", "docs/concepts/"),
    HOW_TO("How to", "docs/howto/"),
    REFERENCE("Reference", "docs/reference/"),
    CONFORMANCE("What is proved", "docs/reference/conformance.d/"),
    INTERNALS("Internals", "docs/internals/"),
    DECISIONS("Decisions", "docs/adr/"),
    PROJECT("The project", "");

    private final String title;
    private final String folder;

    Section(String title, String folder) {
        this.title = title;
        this.folder = folder;
    }

    /** Returns the section of a file: the one with the innermost folder that it is in. */
    static Section of(String file) {
        return file.equals(Page.START) ? START : innermost(file);
    }

    String title() {
        return title;
    }

    private static Section innermost(String file) {
        return Arrays.stream(values())
                .filter(each -> file.startsWith(each.folder))
                .max(Comparator.comparing(each -> each.folder.length()))
                .orElseThrow();
    }
}
