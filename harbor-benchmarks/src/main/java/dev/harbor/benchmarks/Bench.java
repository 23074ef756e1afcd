package dev.harbor.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Runs the whole programme on the JDK that it runs on itself and prints one table; the table is also left in {@code target/benchmarks}. Takes settings as
 * {@code name=value}, see {@link Settings}.
 */
public final class Bench {

    private static final Path FOLDER = Path.of("target", "benchmarks");

    private final Settings settings;
    private final PrintStream out;
    private final Trial trial;

    private Bench(Settings settings, PrintStream out) {
        this.settings = settings;
        this.out = out;
        this.trial = new Trial(settings, FOLDER);
    }

    /** Runs it. */
    public static void main(String[] arguments) throws IOException {
        Files.createDirectories(FOLDER);
        new Bench(Settings.of(arguments), new PrintStream(System.out, true, StandardCharsets.UTF_8)).run();
    }

    private void run() throws IOException {
        List<Entry> entries = Programme.on(Machine.feature()).stream()
                .filter(entry -> settings.chooses(entry.id()))
                .toList();
        String before = Machine.load();
        Map<String, Samples> results = rounds(entries);
        String text = Machine.describe() + "; load before " + before + ", after " + Machine.load() + "; " + settings
                + "\n\n" + Table.of(entries, results);
        out.print("\n" + text);
        Files.writeString(FOLDER.resolve("jdk-" + Machine.feature() + ".md"), text, StandardCharsets.UTF_8);
    }

    private Map<String, Samples> rounds(List<Entry> entries) {
        Map<String, Samples> results = new LinkedHashMap<>();
        for (int round = 1; round <= settings.rounds(); round++) {
            for (Entry entry : entries) {
                Samples samples = trial.of(entry);
                results.merge(entry.id(), samples, Samples::and);
                out.printf(
                        Locale.ROOT,
                        "round %d of %d, load %s: %s %s%n",
                        round,
                        settings.rounds(),
                        Machine.load(),
                        entry.id(),
                        Table.time(samples.medianNanos()));
            }
        }
        return results;
    }
}
