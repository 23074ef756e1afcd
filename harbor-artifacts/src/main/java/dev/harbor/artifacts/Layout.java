package dev.harbor.artifacts;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.identity.Identity;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Knows where things lie: a directory a tenant, in it one a user, in it one a session, each named by the hash of its value. What has another name is foreign and
 * ignored. Thread-safe.
 */
final class Layout {

    /** How many directories there are between the data and the files of a session. */
    static final int LEVELS = 3;

    private static final Pattern NAME = Pattern.compile("[0-9a-f]{64}");

    private final Path data;
    private final Disk disk;
    private final Recent<Path, Boolean> durable = new Recent<>();

    Layout(Path data, Disk disk) {
        this.data = data;
        this.disk = disk;
    }

    /** Does something with the directory of a session. */
    @FunctionalInterface
    interface Visitor {
        void visit(Path folder) throws IOException;
    }

    Path data() {
        return data;
    }

    Path folder(Identity owner) {
        return data.resolve(Sha256.hex(owner.tenant()))
                .resolve(Sha256.hex(owner.user()))
                .resolve(Sha256.hex(owner.session()));
    }

    /** Returns the directories on the way to a session's, its own included, topmost first. */
    List<Path> way(Path folder) {
        List<Path> way = new ArrayList<>(LEVELS);
        for (int i = 1; i <= LEVELS; i++) {
            way.add(data.resolve(folder.subpath(data.getNameCount(), data.getNameCount() + i)));
        }
        return way;
    }

    /** Returns the directory of a session; empty if there is none. */
    Optional<Path> existing(Identity owner) throws IOException {
        Path folder = folder(owner);
        for (Path each : way(folder)) {
            Optional<BasicFileAttributes> there = Disk.look(each);
            if (there.isEmpty()) {
                return Optional.empty();
            }
            if (!there.get().isDirectory()) {
                throw new DamagedException(each, "it is no directory");
            }
        }
        return Optional.of(folder);
    }

    /** Returns the directory of a session, which is there and durable then, unless somebody removes it again because it is empty. */
    Path ensure(Identity owner) throws IOException {
        Path folder = folder(owner);
        while (durable.get(folder) == null || existing(owner).isEmpty()) {
            create(folder);
        }
        return folder;
    }

    private void create(Path folder) throws IOException {
        try {
            Path parent = data;
            for (Path each : way(folder)) {
                disk.createDirectory(each);
                disk.sync(parent);
                parent = each;
            }
            durable.put(folder, true);
        } catch (NoSuchFileException e) {
            if (Disk.look(data).isEmpty()) {
                throw e;
            }
        }
    }

    /** Removes the directory of a session and those above it, as far as they are empty. */
    void removeIfEmpty(Path folder) throws IOException {
        List<Path> way = way(folder);
        try {
            for (int i = LEVELS - 1; i >= 0; i--) {
                Files.deleteIfExists(way.get(i));
                durable.remove(folder);
                disk.sync(i == 0 ? data : way.get(i - 1));
            }
        } catch (DirectoryNotEmptyException e) {
            // Somebody else has something there, or just put it there.
        }
    }

    /** Visits the directories of all sessions that a filter can select. */
    void visit(ArtifactFilter filter, Visitor visitor) throws IOException {
        Path from = data;
        int depth = 0;
        for (String value : values(filter)) {
            from = from.resolve(Sha256.hex(value));
            depth++;
            if (!Disk.isDirectory(from)) {
                return;
            }
        }
        visit(from, depth, visitor);
    }

    private static List<String> values(ArtifactFilter filter) {
        List<String> values = new ArrayList<>(LEVELS);
        for (@Nullable String each : new @Nullable String[] {filter.tenant(), filter.user(), filter.session()}) {
            if (each == null) {
                break;
            }
            values.add(each);
        }
        return values;
    }

    /** Visits the directories of all sessions below a directory, which is itself so many levels below the data. */
    void visit(Path from, int depth, Visitor visitor) throws IOException {
        if (depth == LEVELS) {
            visitor.visit(from);
            return;
        }
        for (String name : list(from)) {
            if (isName(name) && Disk.isDirectory(from.resolve(name))) {
                visit(from.resolve(name), depth + 1, visitor);
            }
        }
    }

    static boolean isName(String directory) {
        return NAME.matcher(directory).matches();
    }

    /** Returns the names in a directory; none if it is not there or no directory. */
    static List<String> list(Path directory) throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> inside = Files.newDirectoryStream(directory)) {
            for (Path each : inside) {
                names.add(String.valueOf(each.getFileName()));
            }
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of();
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return names;
    }
}
