package dev.harbor.examples.quickstart;

import dev.harbor.examples.quickstart.Report.FileSize;
import dev.harbor.examples.quickstart.Report.LanguageShare;
import java.util.ArrayList;
import java.util.List;

/** Writes a report as Markdown. */
final class Markdown {

    private final List<String> lines = new ArrayList<>();

    private Markdown() {}

    static String of(Report report) {
        Markdown page = new Markdown();
        page.add("# Survey of " + code(report.directory()), "");
        page.figures(report);
        page.languages(report.languages());
        page.largest(report.largest());
        report.paged().ifPresent(page::paged);
        page.remarks(report.remarks());
        return String.join("\n", page.lines) + "\n";
    }

    private void add(String... more) {
        lines.addAll(List.of(more));
    }

    private void figures(Report report) {
        add("| | |", "| --- | ---: |");
        row("files", Units.count(report.files()));
        row("folders", Units.count(report.folders()));
        row("size", Units.bytes(report.bytes()));
        row("text files", Units.count(report.textFiles()));
        row("binary files", Units.count(report.binaryFiles()));
        row("lines", Units.count(report.lines()));
        row("markers of unfinished work", Units.count(report.markers()));
        report.sizes().ifPresent(sizes -> {
            row("median file size", Units.bytes(sizes.median()));
            row("90 % of the files are below", Units.bytes(sizes.p90()));
        });
    }

    private void languages(List<LanguageShare> languages) {
        if (!languages.isEmpty()) {
            add("", "## Languages", "", "| language | files | lines | part |", "| --- | ---: | ---: | ---: |");
            languages.forEach(each -> row(
                    each.language(),
                    Units.count(each.files()),
                    Units.count(each.lines()),
                    Units.percent(each.percent())));
        }
    }

    private void largest(List<FileSize> files) {
        if (!files.isEmpty()) {
            add("", "## Largest files", "", "| file | size |", "| --- | ---: |");
            files.forEach(each -> row(code(each.path()), Units.bytes(each.bytes())));
        }
    }

    private void paged(Report.PagedFile file) {
        add("", "## Read in pages", "");
        add(code(file.path()) + " is too large for a prompt and was stored as " + code(file.artifact()) + ". It has "
                + Units.count(file.lines(), "line") + "; line " + Units.count(file.longestLine())
                + " is the longest, with "
                + Units.count(file.longestLineCharacters(), "character") + ". The model read "
                + Units.count(file.pagesRead()) + " of "
                + Units.count(file.pages(), "page") + ".");
    }

    private void remarks(List<String> remarks) {
        if (!remarks.isEmpty()) {
            add("", "## Remarks", "");
            remarks.forEach(each -> add("- " + each));
        }
    }

    private void row(String... cells) {
        add("| " + String.join(" | ", cells) + " |");
    }

    /** Quotes a name. File names may hold anything, so what would end the quote or the row is replaced. */
    private static String code(String name) {
        return "`" + name.replaceAll("[`|\\p{Cntrl}]", "?") + "`";
    }
}
