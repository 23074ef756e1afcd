package dev.harbor.examples.quickstart;

import java.util.List;
import java.util.Optional;

/** What the survey found. The model puts it together from what the tools answered. */
record Report(
        String directory,
        long files,
        long folders,
        long bytes,
        long textFiles,
        long binaryFiles,
        long lines,
        long markers,
        List<LanguageShare> languages,
        List<FileSize> largest,
        Optional<Sizes> sizes,
        Optional<PagedFile> paged,
        List<String> remarks) {

    /** A language, its files, its lines, and its part of all lines. */
    record LanguageShare(String language, long files, long lines, double percent) {}

    /** A file and its size. */
    record FileSize(String path, long bytes) {}

    /** How large files are, in bytes. */
    record Sizes(long files, double median, double p90, double largest) {}

    /** The file that was too large for a prompt. */
    record PagedFile(
            String path,
            long bytes,
            String artifact,
            long pagesRead,
            long pages,
            long lines,
            long longestLine,
            long longestLineCharacters) {}
}
