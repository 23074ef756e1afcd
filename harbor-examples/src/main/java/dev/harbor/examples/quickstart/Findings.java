package dev.harbor.examples.quickstart;

import dev.harbor.examples.quickstart.FileTools.LanguageLines;
import dev.harbor.examples.quickstart.FileTools.LineCount;
import dev.harbor.examples.quickstart.FileTools.Measured;
import dev.harbor.examples.quickstart.NumberTools.Ranked;
import dev.harbor.examples.quickstart.NumberTools.Ranking;
import dev.harbor.examples.quickstart.NumberTools.Stats;
import dev.harbor.examples.quickstart.Report.LanguageShare;
import dev.harbor.examples.quickstart.Report.PagedFile;
import dev.harbor.examples.quickstart.Report.Sizes;
import dev.harbor.examples.quickstart.Transcript.Seen;
import dev.harbor.json.Codec;
import dev.harbor.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Makes the report out of what was observed. What a tool did not answer is left out. */
final class Findings {

    static final Codec<Report> CODEC = Codec.of(Report.class);

    private static final Codec<Stats> STATS = Codec.of(Stats.class);
    private static final Codec<Ranking> RANKING = Codec.of(Ranking.class);
    private static final Codec<Text> TEXT = Codec.of(Text.class);
    private static final Measured NOTHING = new Measured(0, 0, 0, 0, 0, 0, false, List.of(), List.of(), List.of());
    private static final LineCount NO_LINES = new LineCount(0, 0, 0, 0, 0, 0, List.of(), List.of());

    private final Transcript seen;
    private final Measured measured;
    private final LineCount lines;

    private Findings(Transcript seen) {
        this.seen = seen;
        this.measured = seen.answer("files.measure", Moves.MEASURED).orElse(NOTHING);
        this.lines = seen.answer("lines.count", Moves.LINES).orElse(NO_LINES);
    }

    static Report report(Transcript seen) {
        return new Findings(seen).report();
    }

    private Report report() {
        return new Report(
                seen.directory(),
                measured.files(),
                measured.folders(),
                measured.bytes(),
                lines.textFiles(),
                lines.binaryFiles(),
                lines.lines(),
                lines.markers(),
                languages(),
                measured.largest(),
                sizes(),
                paged(),
                remarks());
    }

    private List<LanguageShare> languages() {
        Map<String, Long> files =
                lines.languages().stream().collect(Collectors.toMap(LanguageLines::language, LanguageLines::files));
        List<Ranked> ranks =
                seen.answer("numbers.rank", RANKING).map(Ranking::ranks).orElse(List.of());
        return ranks.stream()
                .map(each -> new LanguageShare(
                        each.name(), files.getOrDefault(each.name(), 0L), (long) each.value(), each.percent()))
                .toList();
    }

    private Optional<Sizes> sizes() {
        return seen.answer("numbers.stats", STATS)
                .map(stats -> new Sizes(measured.files(), stats.median(), stats.p90(), stats.max()));
    }

    private Optional<PagedFile> paged() {
        Optional<Seen> stored = Moves.stored(seen);
        List<Page> pages = Moves.pages(seen);
        if (stored.isEmpty() || pages.isEmpty()) {
            return Optional.empty();
        }
        return seen.answer("text.measure", TEXT).map(text -> paged(stored.get(), pages, text));
    }

    private static PagedFile paged(Seen stored, List<Page> pages, Text text) {
        Page first = pages.get(0);
        return new PagedFile(
                stored.call().arguments().get("path").map(Json::asString).orElse(""),
                first.sizeBytes(),
                stored.artifact().orElse(""),
                pages.size(),
                first.pages(),
                text.lines(),
                text.longestLine(),
                text.longestLineCharacters());
    }

    private List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        if (!measured.leftOut().isEmpty()) {
            remarks.add("left out: " + String.join(", ", measured.leftOut()));
        }
        remark(remarks, measured.links(), "link", "not followed");
        remark(remarks, measured.others(), "special file", "not opened");
        remark(remarks, lines.unreadable(), "file or folder", "that could not be read");
        remark(remarks, lines.tooLarge(), "file", "too large for lines to be counted");
        if (measured.cut()) {
            remarks.add("cut short after " + Units.count(measured.files(), "file"));
        }
        return remarks;
    }

    private static void remark(List<String> remarks, long count, String noun, String what) {
        if (count > 0) {
            remarks.add(Units.count(count, noun) + ' ' + what);
        }
    }
}
