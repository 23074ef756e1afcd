package dev.harbor.examples.quickstart;

import dev.harbor.examples.quickstart.Action.Call;
import dev.harbor.examples.quickstart.FileTools.Entry;
import dev.harbor.examples.quickstart.FileTools.Kind;
import dev.harbor.examples.quickstart.FileTools.LanguageLines;
import dev.harbor.examples.quickstart.FileTools.LineCount;
import dev.harbor.examples.quickstart.FileTools.Listing;
import dev.harbor.examples.quickstart.FileTools.Measured;
import dev.harbor.examples.quickstart.Transcript.Seen;
import dev.harbor.json.Codec;
import dev.harbor.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What the scripted model does, step by step. Every figure that it hands on was in an observation. */
final class Moves {

    static final Codec<Listing> LISTING = Codec.of(Listing.class);
    static final Codec<Measured> MEASURED = Codec.of(Measured.class);
    static final Codec<LineCount> LINES = Codec.of(LineCount.class);

    /** A long file need not be read to its end to show how it is done. */
    static final int MAX_PAGES = 3;

    /** What projects often have; the script asks for the first that this one does not. */
    private static final List<String> GUESSES = List.of("ROADMAP.md", "HISTORY.txt", "NOTES.md", "there-is-no-such-file.txt");

    private Moves() {}

    static Optional<Action> lookAround(Transcript seen) {
        return once(
                seen,
                "files.measure",
                "First a look around: three reads at once.",
                call("files.list", Map.of("path", ".")),
                call("files.measure", Map.of("largest", 5, "sample", 500)),
                call("lines.count", Map.of("largest", 5)));
    }

    static Optional<Action> read(Transcript seen) {
        List<Call> calls = new ArrayList<>();
        largestText(seen).ifPresent(path -> calls.add(read(path)));
        readme(seen).ifPresent(path -> calls.add(read(path)));
        calls.add(read(guess(seen)));
        String say = "Now the largest text file, the readme, and one file of which I only guess that it exists.";
        return once(seen, "files.read", say, calls.toArray(Call[]::new));
    }

    private static Call read(String path) {
        return call("files.read", Map.of("path", path));
    }

    private static Optional<String> largestText(Transcript seen) {
        return seen.answer("lines.count", LINES).flatMap(lines -> lines.largest().stream().findFirst()).map(Report.FileSize::path);
    }

    private static Stream<String> filesHere(Transcript seen) {
        return seen.answer("files.list", LISTING).stream()
                .flatMap(listing -> listing.entries().stream())
                .filter(entry -> entry.kind() == Kind.FILE)
                .map(Entry::name);
    }

    private static Optional<String> readme(Transcript seen) {
        String largest = largestText(seen).orElse("");
        return filesHere(seen)
                .filter(name -> name.toLowerCase(Locale.ROOT).startsWith("readme") && !name.equals(largest))
                .findFirst();
    }

    private static String guess(Transcript seen) {
        List<String> here = filesHere(seen).toList();
        return GUESSES.stream().filter(name -> !here.contains(name)).findFirst().orElse("no/such/file");
    }

    static Optional<Action> turnThePage(Transcript seen) {
        Optional<Seen> stored = stored(seen);
        List<Page> pages = pages(seen);
        if (stored.isEmpty() || pages.size() == MAX_PAGES || (!pages.isEmpty() && last(pages).isLast())) {
            return Optional.empty();
        }
        if (pages.isEmpty() && seen.has("artifact.fetch")) {
            return Optional.empty();
        }
        String say = pages.isEmpty()
                ? "That one is too large for a prompt, so I got a reference. I read it in pages."
                : "The next page.";
        long offset = pages.isEmpty() ? 0 : last(pages).nextOffset();
        return Optional.of(Action.calls(say, List.of(fetch(stored.get().artifact().orElseThrow(), offset))));
    }

    private static Call fetch(String artifact, long offset) {
        return call("artifact.fetch", Map.of("id", artifact, "offset", offset));
    }

    /** Returns the read whose text became an artifact. */
    static Optional<Seen> stored(Transcript seen) {
        return seen.successes("files.read").filter(each -> each.artifact().isPresent()).findFirst();
    }

    static List<Page> pages(Transcript seen) {
        return seen.successes("artifact.fetch").map(each -> Page.of(each.content())).toList();
    }

    private static Page last(List<Page> pages) {
        return pages.get(pages.size() - 1);
    }

    static Optional<Action> calculate(Transcript seen) {
        List<Call> calls = new ArrayList<>();
        stored(seen).flatMap(Seen::artifact).ifPresent(artifact -> calls.add(call("text.measure", Map.of("artifact", artifact))));
        seen.answer("files.measure", MEASURED)
                .map(Measured::sample)
                .filter(sizes -> !sizes.isEmpty())
                .ifPresent(sizes -> calls.add(call("numbers.stats", Map.of("values", sizes))));
        List<LanguageLines> languages = seen.answer("lines.count", LINES).map(LineCount::languages).orElse(List.of());
        calls.add(call("numbers.rank", Map.of("items", languages.stream().map(Moves::item).toList(), "top", 6)));
        return once(seen, "numbers.rank", "Figures are the business of tools: I let them calculate.", calls.toArray(Call[]::new));
    }

    private static Map<String, Object> item(LanguageLines language) {
        return Map.of("name", language.language(), "value", language.lines());
    }

    static Optional<Action> overstep(Transcript seen) {
        return once(
                seen,
                "files.delete",
                "Could I tidy up a little, and look at the neighbours? (I may not.)",
                call("files.delete", Map.of("path", largestText(seen).orElse("everything"))),
                read("../"));
    }

    static Optional<Action> write(Transcript seen) {
        Json report = Findings.CODEC.encode(Findings.report(seen));
        return once(seen, "report.write", "I have what I need and write it down.", call("report.write", Map.of("name", "survey", "report", report)));
    }

    static Action finish(Transcript seen) {
        String say = seen.successes("report.write").findAny().isPresent() ? "Done." : "The report could not be written; this is what I found.";
        return Action.finish(say, Findings.CODEC.encode(Findings.report(seen)));
    }

    /** Returns an action that was not taken before; one of its tools tells. */
    private static Optional<Action> once(Transcript seen, String tool, String say, Call... calls) {
        return seen.has(tool) ? Optional.empty() : Optional.of(Action.calls(say, List.of(calls)));
    }

    private static Call call(String tool, Map<String, Object> arguments) {
        return new Call(tool, Json.of(arguments));
    }
}
