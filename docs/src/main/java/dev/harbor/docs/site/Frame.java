package dev.harbor.docs.site;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What is around each page: the list of all, by section, of which that of the page is open.
 *
 * @param pages the pages that are listed, in order
 */
record Frame(List<Page> pages) {

    private static final String STYLE = "site.css";

    /** Returns a page as a document. */
    String around(Page page) {
        return """
                <!DOCTYPE html>
                <html lang="en">
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta name="color-scheme" content="light dark">
                <title>%s</title>
                <link rel="stylesheet" href="%s">
                <nav>
                %s</nav>
                <main>
                %s</main>
                </html>
                """.formatted(
                        Html.escape(page.title()), Links.between(page.address(), STYLE), sections(page), page.body());
    }

    private String sections(Page current) {
        return Arrays.stream(Section.values())
                .map(section -> section(section, current))
                .collect(Collectors.joining());
    }

    private String section(Section section, Page current) {
        String entries = pages.stream()
                .filter(page -> page.section() == section)
                .map(page -> entry(page, current))
                .collect(Collectors.joining());
        String open = section == current.section() || section == Section.START ? " open" : "";
        if (entries.isEmpty()) {
            return "";
        }
        return "<details" + open + "><summary>" + section.title() + "</summary>\n<ul>\n" + entries
                + "</ul></details>\n";
    }

    private static String entry(Page page, Page current) {
        String link = Html.link(Links.between(current.address(), page.address()), page.heading());
        String marked = page.equals(current) ? link.replaceFirst("<a ", "<a aria-current=\"page\" ") : link;
        return "<li>" + marked + "</li>\n";
    }
}
