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
import java.util.LinkedHashMap;
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
    private static final List<String> GUESSES =
            List.of("ROADMAP.md", "HISTORY.txt", "NOTES.md", "there-is-no-such-file.txt");

    private Moves() {}

    static Optional<Action> lookAround(Transcript seen) {
        List<Call> calls = List.of(
                call("files.list", Map.of("path", ".")),
                call("files.measure", Map.of("largest", 5, "sample", 500)),
                call("lines.count", Map.of("largest", 5)));
        return once(seen, "First a look around: three reads at once.", calls);
    }

    static Optional<Action> read(Transcript seen) {
        Map<String, String> wanted = new LinkedHashMap<>();
        largestText(seen)
                .ifPresent(path -> wanted.put(path, path.substring(path.lastIndexOf('/') + 1) + " (the largest)"));
        readme(seen).ifPresent(path -> wanted.put(path, path));
        wanted.put(guess(seen), guess(seen) + " (a guess)");
        String say = "Now I read " + String.join(", ", wanted.values()) + ".";
        return once(seen, say, wanted.keySet().stream().map(Moves::read).toList());
    }

    private static Call read(String path) {
        return call("files.read", Map.of("path", path));
    }

    private static Optional<String> largestText(Transcript seen) {
        return seen.answer("lines.count", LINES)
                .flatMap(lines -> lines.largest().stream().findFirst())
                .map(Report.FileSize::path);
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
        List<Page> pages = pages(seen);
        boolean isRead =
                pages.size() == MAX_PAGES || (!pages.isEmpty() && last(pages).isLast());
        boolean wasRefused = pages.size() < seen.count("artifact.fetch");
        return isRead || wasRefused
                ? Optional.empty()
                : stored(seen).flatMap(Seen::artifact).map(artifact -> turn(artifact, pages));
    }

    private static Action turn(String artifact, List<Page> pages) {
        return pages.isEmpty()
                ? Action.calls(
                        "That one is too large for a prompt, so I got a reference. I read it in pages.",
                        List.of(fetch(artifact, 0)))
                : Action.calls(
                        "Page " + (pages.size() + 1) + " of " + pages.get(0).pages() + ".",
                        List.of(fetch(artifact, last(pages).nextOffset())));
    }

    private static Call fetch(String artifact, long offset) {
        return call("artifact.fetch", Map.of("ref", artifact, "offset", offset));
    }

    /** Returns the read whose text became an artifact. */
    static Optional<Seen> stored(Transcript seen) {
        return seen.successes("files.read")
                .filter(each -> each.artifact().isPresent())
                .findFirst();
    }

    static List<Page> pages(Transcript seen) {
        return seen.successes("artifact.fetch")
                .map(each -> Page.of(each.content()))
                .toList();
    }

    private static Page last(List<Page> pages) {
        return pages.get(pages.size() - 1);
    }

    static Optional<Action> calculate(Transcript seen) {
        List<Call> calls = new ArrayList<>();
        stored(seen)
                .flatMap(Seen::artifact)
                .ifPresent(artifact -> calls.add(call("text.measure", Map.of("artifact", artifact))));
        List<Long> sizes =
                seen.answer("files.measure", MEASURED).map(Measured::sample).orElse(List.of());
        if (!sizes.isEmpty()) {
            calls.add(call("numbers.stats", Map.of("values", sizes)));
        }
        List<LanguageLines> languages =
                seen.answer("lines.count", LINES).map(LineCount::languages).orElse(List.of());
        if (!languages.isEmpty()) {
            calls.add(call(
                    "numbers.rank",
                    Map.of("items", languages.stream().map(Moves::item).toList(), "top", 6)));
        }
        return once(seen, "Figures are the business of tools: I let them calculate.", calls);
    }

    private static Map<String, Object> item(LanguageLines language) {
        return Map.of("name", language.language(), "value", language.lines());
    }

    static Optional<Action> overstep(Transcript seen) {
        Call delete = call("files.delete", Map.of("path", largestText(seen).orElse("everything")));
        return once(
                seen,
                "Could I tidy up a little, and look at the neighbours? (I may not.)",
                List.of(delete, read("../")));
    }

    static Optional<Action> write(Transcript seen) {
        Json report = Findings.CODEC.encode(Findings.report(seen));
        Call write = call("report.write", Map.of("name", Quickstart.REPORT, "report", report));
        return once(seen, "I have what I need and write it down.", List.of(write));
    }

    static Action finish(Transcript seen) {
        String say = seen.successes("report.write").findAny().isPresent()
                ? "Done."
                : "The report could not be written; this is what I found.";
        return Action.finish(say, Findings.CODEC.encode(Findings.report(seen)));
    }

    /** Returns the action, unless it is empty or was taken before; the tool of its first call tells. */
    private static Optional<Action> once(Transcript seen, String say, List<Call> calls) {
        boolean isDue = !calls.isEmpty() && seen.count(calls.get(0).tool()) == 0;
        return isDue ? Optional.of(Action.calls(say, calls)) : Optional.empty();
    }

    private static Call call(String tool, Map<String, Object> arguments) {
        return new Call(tool, Json.of(arguments));
    }
}
