package dev.harbor.artifacts;

import dev.harbor.artifact.ArtifactLimits;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Takes entries away. An entry is moved out of sight in one step and removed there, so that nobody meets half of one. Thread-safe. */
final class Removal {

    private final Layout layout;
    private final TempArea temp;
    private final Disk disk;
    private final ArtifactLimits limits;

    Removal(Layout layout, Disk disk, TempArea temp, ArtifactLimits limits) {
        this.layout = layout;
        this.disk = disk;
        this.temp = temp;
        this.limits = limits;
    }

    /** Removes an entry and tells whether it was there. */
    boolean remove(Path entry) throws IOException {
        Optional<Path> hidden = hide(entry);
        if (hidden.isPresent()) {
            TempArea.remove(hidden.get());
        }
        return hidden.isPresent();
    }

    /** Removes an entry if it is too old. */
    void removeIfExpired(Path entry, Instant now) throws IOException {
        if (!isExpired(entry, now)) {
            return;
        }
        Optional<Path> hidden = hide(entry);
        if (hidden.isPresent()) {
            // Between the look and the move it may have been stored again.
            if (!isExpired(hidden.get(), now)) {
                show(hidden.get(), entry);
            }
            TempArea.remove(hidden.get());
        }
    }

    /** Tells whether an entry, or a file of bytes, is there and too old. */
    boolean isExpired(Path entry, Instant now) throws IOException {
        if (limits.maxAge().isEmpty()) {
            return false;
        }
        Optional<BasicFileAttributes> there = Disk.look(entry);
        if (there.isPresent() && there.get().isDirectory()) {
            there = Disk.look(Entry.bytes(entry));
        }
        return there.isPresent()
                && limits.isExpired(there.get().lastModifiedTime().toInstant(), now);
    }

    private Optional<Path> hide(Path entry) throws IOException {
        Path hidden = temp.newName();
        try {
            Files.move(entry, hidden, StandardCopyOption.ATOMIC_MOVE);
            return Optional.of(hidden);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    private static void show(Path hidden, Path entry) throws IOException {
        try {
            if (Disk.isDirectory(hidden)) {
                Files.move(hidden, entry, StandardCopyOption.ATOMIC_MOVE);
            } else {
                Files.createLink(entry, hidden);
            }
        } catch (FileAlreadyExistsException e) {
            // Stored once more meanwhile.
        } catch (FileSystemException e) {
            if (Disk.look(entry).isEmpty()) {
                throw e;
            }
        }
    }

    /** Removes from the directory of a session the entries that are selected, and returns how many of them were not too old anyway. */
    long remove(Path folder, Predicate<EntryName> selected, Instant now) throws IOException {
        long removed = 0;
        for (EntryName name : Entries.names(folder)) {
            Path entry = folder.resolve(name.toString());
            if (selected.test(name)) {
                boolean expired = isExpired(entry, now);
                removed += remove(entry) && !expired ? 1 : 0;
            }
        }
        tidy(folder);
        return removed;
    }

    /** Removes bytes that no entry names any more, and the directory if nothing is left in it. */
    void tidy(Path folder) throws IOException {
        List<String> files = Layout.list(folder);
        Set<String> named = files.stream()
                .map(EntryName::parse)
                .flatMap(Optional::stream)
                .map(EntryName::sha256)
                .collect(Collectors.toSet());
        for (String file : files) {
            if (EntryName.isBytes(file) && !named.contains(file)) {
                Files.deleteIfExists(folder.resolve(file));
            }
        }
        disk.sync(folder);
        layout.removeIfEmpty(folder);
    }
}
