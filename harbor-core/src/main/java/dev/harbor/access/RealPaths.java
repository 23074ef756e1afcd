package dev.harbor.access;

import dev.harbor.error.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Follows paths below a directory through its symbolic links, one name at a time, as the operating system would. Thread-safe. */
final class RealPaths {

    private final Path base;

    private RealPaths(Path base) {
        this.base = base;
    }

    /**
     * Returns the paths below a directory.
     *
     * @throws ConfigurationException if it is not there
     */
    static RealPaths below(Path directory) {
        if (!Files.isDirectory(directory)) {
            throw new ConfigurationException("the base of a path check must be an existing directory: " + directory);
        }
        try {
            return new RealPaths(directory.toRealPath());
        } catch (IOException e) {
            throw new ConfigurationException(
                    dev.harbor.error.ErrorCode.INVALID_CONFIGURATION,
                    "the base of a path check can't be read: " + directory,
                    e);
        }
    }

    Path base() {
        return base;
    }

    /** Tells whether a path really ends in one of some directories. What can't be followed does not. */
    boolean isWithin(String path, Collection<String> roots) {
        Path end = follow(path);
        return end != null && roots.stream().anyMatch(root -> isBelow(end, follow(root)));
    }

    private static boolean isBelow(Path end, @Nullable Path root) {
        return root != null && end.startsWith(root);
    }

    private @Nullable Path follow(String text) {
        try {
            Path end = base;
            for (Path name : base.getFileSystem().getPath(text)) {
                end = step(end, name.toString());
            }
            return end;
        } catch (IOException | InvalidPathException unreadable) {
            return null;
        }
    }

    private static Path step(Path from, String name) throws IOException {
        if (name.isEmpty() || name.equals(".")) {
            return from;
        }
        if (name.equals("..")) {
            Path parent = from.getParent();
            return parent == null ? from : parent;
        }
        Path next = from.resolve(name);
        return Files.isSymbolicLink(next) ? next.toRealPath() : next;
    }
}
