package dev.harbor.examples.quickstart;

import dev.harbor.examples.quickstart.FileTools.LanguageLines;
import dev.harbor.examples.quickstart.FileTools.LineCount;
import dev.harbor.examples.quickstart.Report.FileSize;
import dev.harbor.policy.Cancellation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ObjLongConsumer;

/** Reads files and counts the lines of those that are text. Not thread-safe. */
final class LineCounter implements ObjLongConsumer<Path> {

    private static final int MAX_LANGUAGES = 40;
    private static final int LOOK_FOR_NUL_BYTES = 8 * 1024;
    private static final Comparator<LanguageLines> MOST_LINES_FIRST =
            Comparator.comparingLong(LanguageLines::lines).reversed().thenComparing(LanguageLines::language);

    private final SurveyRoot root;
    private final Cancellation cancellation;
    private final Map<String, LanguageLines> languages = new TreeMap<>();
    private final List<FileSize> texts = new ArrayList<>();
    private long binaryFiles;
    private long unreadable;
    private long tooLarge;
    private long lines;
    private long markers;

    LineCounter(SurveyRoot root, Cancellation cancellation) {
        this.root = root;
        this.cancellation = cancellation;
    }

    @Override
    public void accept(Path file, long bytes) {
        if (cancellation.isCancelled()) {
            return;
        }
        if (bytes > FileTools.MAX_READ_BYTES) {
            tooLarge++;
            return;
        }
        try (InputStream in = root.open(file)) {
            count(file, in.readNBytes(FileTools.MAX_READ_BYTES));
        } catch (IOException e) {
            unreadable++;
        }
    }

    private void count(Path file, byte[] content) {
        if (isBinary(content)) {
            binaryFiles++;
            return;
        }
        // One character a byte: lines and markers are ASCII, whatever the rest is written in.
        Text text = Text.of(new String(content, StandardCharsets.ISO_8859_1));
        String language = Language.of(String.valueOf(file.getFileName()));
        languages.merge(language, new LanguageLines(language, 1, text.lines()), LineCounter::sum);
        texts.add(new FileSize(root.name(file), content.length));
        lines += text.lines();
        markers += text.markers();
    }

    private static LanguageLines sum(LanguageLines a, LanguageLines b) {
        return new LanguageLines(a.language(), a.files() + b.files(), a.lines() + b.lines());
    }

    /** Takes content for binary when it has a zero byte early, as others do. */
    static boolean isBinary(byte[] content) {
        for (int i = 0; i < Math.min(LOOK_FOR_NUL_BYTES, content.length); i++) {
            if (content[i] == 0) {
                return true;
            }
        }
        return false;
    }

    LineCount result(long unreadableFolders, int largest, Comparator<FileSize> largestFirst) {
        texts.sort(largestFirst);
        List<LanguageLines> most = languages.values().stream()
                .sorted(MOST_LINES_FIRST)
                .limit(MAX_LANGUAGES)
                .toList();
        return new LineCount(
                texts.size(),
                binaryFiles,
                unreadable + unreadableFolders,
                tooLarge,
                lines,
                markers,
                most,
                FileTools.first(texts, largest));
    }
}
