package dev.harbor.examples.quickstart;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import dev.harbor.examples.quickstart.Ended.Status;
import dev.harbor.examples.quickstart.Report.LanguageShare;
import dev.harbor.examples.quickstart.Terminal.Style;
import dev.harbor.json.Json;
import dev.harbor.run.BudgetLimits;
import dev.harbor.run.RunUsage;
import dev.harbor.runtime.RunResult;
import java.io.PrintStream;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints what comes after the timeline: the sum of the run, the report, and where everything lies. */
final class Closing {

    private static final int NAME_WIDTH = 16;
    private static final int BAR_WIDTH = 24;
    private static final int TEXT_WIDTH = 78;
    private static final int MAX_LINES = 40;
    private static final int MAX_WORDS = 1000;

    private final PrintStream out;
    private final Terminal terminal;

    Closing(PrintStream out, Terminal terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    void run(RunResult result, BudgetLimits limits, List<Ended> ended, String model) {
        heading("The run");
        line(
                "ended as",
                result.state().wireName() + " (" + result.reason() + ") after "
                        + Units.seconds(result.usage().elapsed()));
        line("calls", calls(ended));
        line("offloaded", Units.count(offloaded(ended), "result") + " of 32 KiB or more, kept out of the prompt");
        line("evidence", evidence(result));
        line("budget", budget(result.usage(), limits));
        line("model", model + ", " + Units.count(result.usage().tokens(), "token"));
    }

    private static String calls(List<Ended> ended) {
        Map<Status, Long> counts =
                ended.stream().collect(groupingBy(Ended::status, () -> new EnumMap<>(Status.class), counting()));
        String parts = counts.entrySet().stream()
                .map(each -> each.getValue() + " " + each.getKey().text())
                .collect(joining(", "));
        return ended.size() + ": " + parts;
    }

    private static long offloaded(List<Ended> ended) {
        return ended.stream().mapToInt(Ended::artifacts).sum();
    }

    private static String evidence(RunResult result) {
        return result.evidence().isEmpty()
                ? "none: no tool has seen a report"
                : result.evidence().stream()
                        .map(each -> each.evidence().type() + ", observed by the tool that wrote it")
                        .collect(joining("; "));
    }

    private static String budget(RunUsage usage, BudgetLimits limits) {
        return usage.steps() + " of " + limits.maxStepsPerDrive() + " steps, " + usage.modelCalls() + " of "
                + limits.maxModelCalls() + " model calls, " + usage.toolCalls() + " of " + limits.maxToolCalls()
                + " tool calls";
    }

    /** Prints what a model came to, line by line and as far as a terminal goes. */
    void words(Json result) {
        heading("What it says");
        String text = result.kind() == Json.Kind.STRING ? result.asString() : result.toString();
        text.lines().limit(MAX_LINES).forEach(each -> line("", terminal.fit(each, MAX_WORDS)));
    }

    void report(Report report) {
        heading("The report");
        line(
                "files",
                Units.count(report.files()) + " in " + Units.count(report.folders(), "folder") + ", "
                        + Units.bytes((double) report.bytes()) + "; " + Units.count(report.textFiles()) + " text, "
                        + Units.count(report.binaryFiles()) + " binary");
        line(
                "lines",
                Units.count(report.lines()) + ", with " + Units.count(report.markers(), "marker")
                        + " of unfinished work");
        report.sizes()
                .ifPresent(sizes -> line(
                        "size of a file",
                        "median " + Units.bytes(sizes.median()) + ", 90 % below " + Units.bytes(sizes.p90())));
        List<LanguageShare> languages = report.languages();
        languages.forEach(each -> language(each, languages.get(0).percent()));
        report.largest().forEach(each -> line(each.equals(report.largest().get(0)) ? "largest" : "", file(each)));
        report.paged().ifPresent(this::paged);
        report.remarks().forEach(each -> line(each.equals(report.remarks().get(0)) ? "remarks" : "", each));
    }

    private void language(LanguageShare share, double most) {
        String figures = String.format(
                Locale.ROOT,
                "%11s  %13s  %7s  ",
                Units.count(share.files(), "file"),
                Units.count(share.lines(), "line"),
                Units.percent(share.percent()));
        int filled = most == 0 ? 0 : (int) Math.round(BAR_WIDTH * share.percent() / most);
        line(share.language(), figures + terminal.pick("█", "#").repeat(filled));
    }

    private String file(Report.FileSize file) {
        return String.format(
                Locale.ROOT,
                "%11s  %s",
                Units.bytes((double) file.bytes()),
                terminal.fitPath(file.path(), TEXT_WIDTH - 13));
    }

    private void paged(Report.PagedFile file) {
        line("read in pages", terminal.fitPath(file.path(), TEXT_WIDTH));
        line(
                "",
                Units.count(file.pagesRead()) + " of " + Units.count(file.pages(), "page") + "; "
                        + Units.count(file.lines(), "line") + ", the longest is line " + Units.count(file.longestLine())
                        + " with " + Units.count(file.longestLineCharacters(), "character"));
    }

    void places(Places places, boolean complete) {
        heading("Where it lies");
        if (complete) {
            line("report", places.report().toString());
        }
        line("artifacts", places.artifacts().toString());
        line("log", places.log().toString());
    }

    private void heading(String text) {
        out.println();
        out.println(terminal.style(Style.BOLD, text));
    }

    private void line(String name, String text) {
        out.println("  " + String.format(Locale.ROOT, "%-" + NAME_WIDTH + "s", terminal.fit(name, NAME_WIDTH))
                + text.stripTrailing());
    }
}
