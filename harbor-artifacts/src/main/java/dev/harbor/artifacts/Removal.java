package dev.harbor.artifacts;

import dev.harbor.artifact.Retention;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
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

    Removal(Layout layout, Disk disk, TempArea temp) {
        this.layout = layout;
        this.disk = disk;
        this.temp = temp;
    }

    /** Removes an entry and tells whether it was there. */
    boolean remove(Path entry) throws IOException {
        Optional<Path> hidden = hide(entry);
        if (hidden.isPresent()) {
            TempArea.remove(hidden.get());
        }
        return hidden.isPresent();
    }

    /** Removes an entry that has expired, unless it was stored again meanwhile. */
    void removeIfOld(Path entry, Retention.Pass pass) throws IOException {
        if (!isOld(entry, pass)) {
            return;
        }
        Optional<Path> hidden = hide(entry);
        if (hidden.isPresent()) {
            // Between the look and the move it may have been stored again.
            if (!isOld(hidden.get(), pass)) {
                show(hidden.get(), entry);
            }
            TempArea.remove(hidden.get());
        }
    }

    /** Returns the entries in the directory of a session that are too old and not pinned. Asks about pins, so never under a lock. */
    Set<EntryName> expired(Path folder, Retention.Pass pass) throws IOException {
        Set<EntryName> expired = new HashSet<>();
        if (pass.expiry() != null) {
            for (EntryName name : Entries.names(folder)) {
                if (isExpired(folder, name, pass)) {
                    expired.add(name);
                }
            }
        }
        return expired;
    }

    /** Tells whether an entry is there, too old and not pinned. Asks about pins, so never under a lock. */
    boolean isExpired(Path folder, EntryName name, Retention.Pass pass) throws IOException {
        return isOld(folder.resolve(name.toString()), pass) && !isPinned(folder, name, pass);
    }

    /** Nobody can need what is damaged, or was removed meanwhile. */
    private static boolean isPinned(Path folder, EntryName name, Retention.Pass pass) throws IOException {
        try {
            return Entry.read(folder, name)
                    .filter(entry -> pass.isPinned(entry.info().scope()))
                    .isPresent();
        } catch (DamagedException e) {
            return false;
        }
    }

    /** Tells whether an entry, or a file of bytes, is there and too old, be it pinned or not. */
    boolean isOld(Path entry, Retention.Pass pass) throws IOException {
        if (pass.expiry() == null) {
            return false;
        }
        Optional<BasicFileAttributes> there = Disk.look(entry);
        if (there.isPresent() && there.get().isDirectory()) {
            there = Disk.look(Entry.bytes(entry));
        }
        return there.isPresent() && pass.isOld(there.get().lastModifiedTime().toInstant());
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

    /** Removes from the directory of a session the entries that are selected, and returns how many of them had not expired anyway. */
    long remove(Path folder, Predicate<EntryName> selected, Set<EntryName> expired) throws IOException {
        long removed = 0;
        for (EntryName name : Entries.names(folder)) {
            Path entry = folder.resolve(name.toString());
            if (selected.test(name)) {
                removed += remove(entry) && !expired.contains(name) ? 1 : 0;
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
