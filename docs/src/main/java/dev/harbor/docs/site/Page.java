package dev.harbor.docs.site;

/**
 * A page of the site.
 *
 * @param address the path of its file in the site, with slashes
 * @param section where it is offered
 * @param heading its heading, as plain text
 * @param body what it shows, as HTML
 */
record Page(String address, Section section, String heading, String body) {

    /** The source of the page that a reader begins with. */
    static final String START = "README.md";

    /** Returns the address of what a file of the repository is rendered to. */
    static String address(String file) {
        if (file.equals(START)) {
            return "index.html";
        }
        return (file.endsWith(".md") ? file.substring(0, file.length() - ".md".length()) : file) + ".html";
    }

    /** Returns what a window of this page is called; no two pages share it. */
    String title() {
        return heading + " · " + section.title() + " · Harbor for Java";
    }
}
