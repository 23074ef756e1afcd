package dev.harbor.examples.quickstart;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Where the survey looks, and where it keeps what it makes. All are real, absolute paths. */
record Places(Path root, Path state) {

    private static final Path MARK_OF_CHECKOUT = Path.of("harbor-core", "pom.xml");

    /** Finds the directory and makes the place for the state. Relative paths are relative to the working directory. */
    static Places of(Options options, Path workingDirectory) throws WrongUsage {
        Path wanted = options.directory() == null
                ? checkout(workingDirectory)
                : workingDirectory.resolve(options.directory());
        Path root = readable(wanted);
        return new Places(root, writable(options.state(), workingDirectory));
    }

    Path artifacts() {
        return state.resolve("artifacts");
    }

    Path reports() {
        return state.resolve("reports");
    }

    Path report() {
        return reports().resolve(Quickstart.REPORT + ".md");
    }

    Path log() {
        return state.resolve("quickstart.log");
    }

    private static Path checkout(Path workingDirectory) throws WrongUsage {
        for (Path each = workingDirectory.toAbsolutePath(); each != null; each = each.getParent()) {
            if (Files.isRegularFile(each.resolve(MARK_OF_CHECKOUT))) {
                return each;
            }
        }
        throw new WrongUsage("no checkout of Harbor around " + workingDirectory.toAbsolutePath()
                + "; name a directory with --dir PATH");
    }

    private static Path readable(Path directory) throws WrongUsage {
        if (!Files.exists(directory)) {
            throw new WrongUsage("there is no directory " + directory.toAbsolutePath());
        }
        if (!Files.isDirectory(directory)) {
            throw new WrongUsage(directory.toAbsolutePath() + " is no directory");
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            Objects.requireNonNull(entries.iterator());
            return directory.toRealPath();
        } catch (IOException e) {
            throw new WrongUsage("the directory " + directory.toAbsolutePath() + " can't be read: " + reason(e));
        }
    }

    private static Path writable(@Nullable Path wanted, Path workingDirectory) throws WrongUsage {
        try {
            Path state = wanted == null
                    ? Files.createTempDirectory("harbor-quickstart-")
                    : Files.createDirectories(workingDirectory.resolve(wanted));
            Path real = state.toRealPath();
            Files.createDirectories(real.resolve("reports"));
            return real;
        } catch (IOException e) {
            throw new WrongUsage("the state can't be kept in " + (wanted == null ? "a temporary directory" : wanted)
                    + ": " + reason(e));
        }
    }

    private static String reason(IOException e) {
        return e.getClass().getSimpleName() + ": " + e.getMessage();
    }
}
