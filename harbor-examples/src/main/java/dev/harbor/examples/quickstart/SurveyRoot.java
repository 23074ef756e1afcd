package dev.harbor.examples.quickstart;

import dev.harbor.tool.ToolFailed;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Set;

/**
 * The one directory that the tools look into. The access policy refuses paths that lead out of it before a tool is called; what a tool opens is checked
 * here once more, because a link can lead anywhere.
 *
 * @param directory the real path of the directory
 * @param state a directory that is left out, because the survey itself writes there
 */
record SurveyRoot(Path directory, Path state) {

    /** Folders of which people mean something else when they ask how large a project is. */
    static final Set<String> LEFT_OUT = Set.of(".git", ".hg", ".svn", "target", "node_modules");

    /** Opens a file for the tools. */
    InputStream open(Path file) throws IOException {
        return Files.newInputStream(file);
    }

    /** Returns the real path of what a planner named. */
    Path resolve(String path) throws IOException {
        Path real = existing(path).toRealPath();
        if (!real.startsWith(directory)) {
            throw ToolFailed.permanent("'" + path + "' leads out of the surveyed directory");
        }
        return real;
    }

    private Path existing(String path) {
        try {
            Path named = directory.resolve(path).normalize();
            if (Files.exists(named)) {
                return named;
            }
        } catch (InvalidPathException e) {
            throw ToolFailed.permanent("'" + path + "' is no path: " + e.getReason());
        }
        throw ToolFailed.permanent("there is no '" + path + "' in the surveyed directory");
    }

    /** Returns how planners name a file: relative, with slashes. */
    String name(Path file) {
        return directory.relativize(file).toString().replace('\\', '/');
    }

    boolean leavesOut(Path folder) {
        return !folder.equals(directory)
                && (LEFT_OUT.contains(String.valueOf(folder.getFileName())) || folder.equals(state));
    }
}
