package dev.harbor.examples.harness;

import dev.harbor.tool.ToolFailed;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The one directory that the tools work in. The access policy refuses paths that lead out of it before a tool is called; what a tool opens is checked here
 * once more, link by link.
 *
 * @param root its real path
 * @param state the real path of where runs are kept, which is no business of the tools
 */
record Workspace(Path root, Path state) {

    /** The most bytes of a path. */
    static final int MAX_PATH_BYTES = 1024;

    /** The most bytes of a file that is read or written. */
    static final int MAX_CONTENT_BYTES = 64 << 10;

    private static final Pattern REFUSED_CHARACTERS = Pattern.compile("[\\p{Cntrl}\\\\]");

    /** Returns the path of a file or directory that is there. */
    Path existing(String name) throws IOException {
        Path path = resolve(name);
        requireNoLink(path);
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            throw ToolFailed.permanent("there is no '" + name + "' in the workspace");
        }
        requireInside(path);
        return path;
    }

    /** Returns the content of a file. */
    byte[] read(String name) throws IOException {
        Path path = existing(name);
        requireFile(name, path);
        try (InputStream in = Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS)) {
            byte[] content = in.readNBytes(MAX_CONTENT_BYTES + 1);
            if (content.length > MAX_CONTENT_BYTES) {
                throw ToolFailed.permanent(
                        "'" + name + "' has more than the " + MAX_CONTENT_BYTES + " bytes that are allowed");
            }
            return content;
        }
    }

    private static void requireFile(String name, Path path) {
        if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
            throw ToolFailed.permanent("'" + name + "' is no file");
        }
    }

    /** Makes or replaces a file as a whole. Whatever fails before it is in its place has changed nothing but folders, and is known; what fails after is in doubt. */
    void write(String name, byte[] content) {
        if (content.length > MAX_CONTENT_BYTES) {
            throw ToolFailed.permanent("content has " + content.length + " bytes, allowed are " + MAX_CONTENT_BYTES);
        }
        Path file;
        try {
            file = replace(name, content);
        } catch (IOException e) {
            throw ToolFailed.permanent("'" + name + "' was not written: " + e);
        }
        try {
            sync(parent(file));
        } catch (IOException e) {
            throw ToolFailed.inDoubt("'" + name + "' is in its place, but may not be on the disk", e);
        }
    }

    private Path replace(String name, byte[] content) throws IOException {
        Path file = resolve(name);
        requireNoLink(file);
        makeParents(file);
        requireInside(parent(file));
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            requireFile(name, file);
        }
        Path beside = Files.createTempFile(parent(file), ".harness-", ".tmp");
        try {
            fill(beside, content);
            return Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(beside);
        }
    }

    /** Writes through a stream, because an interrupt closes a channel in the middle. */
    private static void fill(Path file, byte[] content) throws IOException {
        try (FileOutputStream out = new FileOutputStream(file.toFile())) {
            out.write(content);
            out.getFD().sync();
        }
    }

    private static void sync(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private void makeParents(Path file) throws IOException {
        Path made = root;
        for (Path each : root.relativize(parent(file))) {
            made = made.resolve(each);
            if (!each.toString().isEmpty() && !Files.isDirectory(made, LinkOption.NOFOLLOW_LINKS)) {
                Privacy.makeDirectory(made);
                sync(parent(made));
            }
        }
    }

    private Path resolve(String name) {
        if (name.getBytes(StandardCharsets.UTF_8).length > MAX_PATH_BYTES) {
            throw ToolFailed.permanent("a path has at most " + MAX_PATH_BYTES + " bytes");
        }
        if (name.isEmpty()
                || name.startsWith("/")
                || REFUSED_CHARACTERS.matcher(name).find()) {
            throw ToolFailed.permanent("a path is relative to the workspace, such as notes/today.txt, without control "
                    + "characters and backslashes");
        }
        try {
            Path path = root.resolve(name).normalize();
            if (!path.startsWith(root) || List.of(name.split("/", -1)).contains("..")) {
                throw ToolFailed.permanent("'" + name + "' leads out of the workspace");
            }
            if (path.startsWith(state)) {
                throw ToolFailed.permanent("'" + name + "' is where the harness keeps its runs");
            }
            return path;
        } catch (InvalidPathException e) {
            throw ToolFailed.permanent("'" + name + "' is no path: " + e.getReason());
        }
    }

    private void requireNoLink(Path path) {
        Path seen = root;
        for (Path each : root.relativize(path)) {
            seen = seen.resolve(each);
            if (Files.isSymbolicLink(seen)) {
                throw ToolFailed.permanent("'" + name(seen) + "' is a link, and links are not followed");
            }
        }
    }

    /** Looks at the real path, which a link that came in between has changed. */
    private void requireInside(Path path) throws IOException {
        if (!path.toRealPath().startsWith(root)) {
            throw ToolFailed.permanent("'" + name(path) + "' leads out of the workspace");
        }
    }

    /** Returns how planners name a path: relative, with slashes. */
    String name(Path path) {
        return root.relativize(path).toString().replace('\\', '/');
    }

    /** Returns the one name of a path, however it was spelled. */
    String name(String spelled) {
        return name(resolve(spelled));
    }

    private Path parent(Path path) {
        Path parent = path.getParent();
        return parent == null ? root : parent;
    }
}
