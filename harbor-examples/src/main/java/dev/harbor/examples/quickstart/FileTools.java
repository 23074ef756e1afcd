package dev.harbor.examples.quickstart;

import dev.harbor.artifact.ArtifactRef;
import dev.harbor.examples.quickstart.Report.FileSize;
import dev.harbor.json.Json;
import dev.harbor.json.Param;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolFailed;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The tools that look at files. All of them read, and one that would write is there to be refused. */
final class FileTools {

    /** Larger files are not read. */
    static final int MAX_READ_BYTES = 8 << 20;

    private static final int MAX_ENTRIES = 200;
    private static final Comparator<FileSize> LARGEST_FIRST =
            Comparator.comparingLong(FileSize::bytes).reversed().thenComparing(FileSize::path);

    /** A walk over a large directory takes longer than a call usually may. */
    private static final ToolPolicy PATIENT =
            ToolPolicy.builder().timeout(Duration.ofMinutes(2)).maxAttempts(2).build();

    private final SurveyRoot root;

    FileTools(SurveyRoot root) {
        this.root = root;
    }

    List<Tool<?, ?>> all() {
        return List.of(
                Tool.of("files.list", Folder.class, Listing.class, this::list)
                        .description("Lists what is in one folder, with sizes")
                        .effect(SideEffect.READ),
                Tool.of("files.measure", Measure.class, Measured.class, this::measure)
                        .description(
                                "Counts and adds up all files below the directory; names the largest and samples the sizes")
                        .effect(SideEffect.READ)
                        .policy(PATIENT),
                Tool.of("lines.count", CountLines.class, LineCount.class, this::countLines)
                        .description("Counts lines by language, and markers of unfinished work")
                        .effect(SideEffect.READ)
                        .policy(PATIENT),
                Tool.of("files.read", ReadFile.class, FileText.class, this::read)
                        .description("Reads a text file of at most 8 MiB")
                        .effect(SideEffect.READ),
                Tool.of("text.measure", MeasureText.class, Text.class, FileTools::measureText)
                        .description("Measures the lines of a text that files.read stored as an artifact")
                        .effect(SideEffect.READ),
                Tool.of("files.delete", DeleteFile.class, DeleteFile.class, FileTools::delete)
                        .description("Deletes a file")
                        .effect(SideEffect.WRITE));
    }

    record Folder(
            @Param(description = "relative to the directory", defaultValue = ".")
            String path) {}

    enum Kind {
        FILE,
        FOLDER,
        LINK,
        OTHER
    }

    record Entry(String name, Kind kind, long bytes) {}

    record Listing(String path, List<Entry> entries, long more) {}

    record Measure(
            @Param(defaultValue = "5") int largest,
            @Param(defaultValue = "500") int sample) {}

    record Measured(
            long files,
            long folders,
            long bytes,
            long links,
            long others,
            long unreadable,
            boolean cut,
            List<String> leftOut,
            List<FileSize> largest,
            List<Long> sample) {}

    record CountLines(@Param(defaultValue = "5") int largest) {}

    record LanguageLines(String language, long files, long lines) {}

    record LineCount(
            long textFiles,
            long binaryFiles,
            long unreadable,
            long tooLarge,
            long lines,
            long markers,
            List<LanguageLines> languages,
            List<FileSize> largest) {}

    record ReadFile(
            @Param(description = "relative to the directory")
            String path) {}

    record FileText(String path, long bytes, String text) {}

    record MeasureText(ArtifactRef artifact) {}

    record DeleteFile(String path) {}

    private Listing list(Folder folder) throws IOException {
        Path path = root.resolve(folder.path());
        if (!Files.isDirectory(path)) {
            throw ToolFailed.permanent("'" + folder.path() + "' is no folder");
        }
        try (Stream<Path> content = Files.list(path)) {
            List<Path> sorted = content.sorted().toList();
            List<Entry> entries = new ArrayList<>();
            for (Path each : sorted.subList(0, Math.min(MAX_ENTRIES, sorted.size()))) {
                entries.add(entry(each));
            }
            return new Listing(folder.path(), entries, sorted.size() - entries.size());
        }
    }

    private static Entry entry(Path path) throws IOException {
        BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return new Entry(String.valueOf(path.getFileName()), kind(found), found.isRegularFile() ? found.size() : 0);
    }

    private static Kind kind(BasicFileAttributes found) {
        if (found.isSymbolicLink()) {
            return Kind.LINK;
        }
        if (found.isDirectory()) {
            return Kind.FOLDER;
        }
        return found.isRegularFile() ? Kind.FILE : Kind.OTHER;
    }

    private Measured measure(Measure wanted, ToolContext context) throws IOException {
        List<FileSize> files = new ArrayList<>();
        Walk walk = Walk.through(
                root, context.cancellation(), (file, bytes) -> files.add(new FileSize(root.name(file), bytes)));
        files.sort(LARGEST_FIRST);
        return new Measured(
                walk.files(),
                walk.folders(),
                files.stream().mapToLong(FileSize::bytes).sum(),
                walk.links(),
                walk.others(),
                walk.unreadable(),
                walk.isCut(),
                List.copyOf(walk.leftOut()),
                first(files, wanted.largest()),
                sample(files, wanted.sample()));
    }

    /** Takes sizes at even distances from the smallest to the largest, which keeps median and percentiles where they are. */
    private static List<Long> sample(List<FileSize> largestFirst, int wanted) {
        int count = Math.min(Math.max(0, wanted), largestFirst.size());
        List<Long> sizes = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            long at = count == 1 ? 0 : (long) i * (largestFirst.size() - 1) / (count - 1);
            sizes.add(largestFirst.get((int) at).bytes());
        }
        Collections.reverse(sizes);
        return sizes;
    }

    static List<FileSize> first(List<FileSize> files, int count) {
        return files.subList(0, Math.min(Math.max(0, count), files.size()));
    }

    private LineCount countLines(CountLines wanted, ToolContext context) throws IOException {
        LineCounter counter = new LineCounter(root, context.cancellation());
        Walk walk = Walk.through(root, context.cancellation(), counter);
        return counter.result(walk.unreadable(), wanted.largest(), LARGEST_FIRST);
    }

    private FileText read(ReadFile file) throws IOException {
        Path path = root.resolve(file.path());
        if (!Files.isRegularFile(path)) {
            throw ToolFailed.permanent("'" + file.path() + "' is no file");
        }
        byte[] content = content(path);
        if (content.length > MAX_READ_BYTES) {
            throw ToolFailed.permanent(
                    "'" + file.path() + "' has " + Files.size(path) + " bytes, allowed are " + MAX_READ_BYTES);
        }
        if (LineCounter.isBinary(content)) {
            throw ToolFailed.permanent("'" + file.path() + "' is no text");
        }
        return new FileText(file.path(), content.length, new String(content, StandardCharsets.UTF_8));
    }

    private byte[] content(Path path) throws IOException {
        try (InputStream in = root.open(path)) {
            return in.readNBytes(MAX_READ_BYTES + 1);
        }
    }

    private static Text measureText(MeasureText wanted, ToolContext context) throws IOException {
        try (InputStream in = context.artifacts().open(wanted.artifact())) {
            Json stored = Json.parse(in.readAllBytes());
            return Text.of(stored.get("text")
                    .orElseThrow(() -> ToolFailed.permanent("the artifact is not what files.read stores"))
                    .asString());
        }
    }

    /** The access policy lets nobody get here. */
    private static DeleteFile delete(DeleteFile file) {
        throw ToolFailed.permanent("a survey deletes nothing");
    }
}
