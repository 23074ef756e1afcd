package dev.harbor.artifacts;

import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.Retention;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Optional;

/**
 * Makes content visible as an entry, in one step and durably, without a lock: whoever comes second finds the entry of the first, and whoever finds the
 * directory removed makes it again. Thread-safe.
 */
final class Publisher {

    private static final int TRIES = 1_000;

    private final Layout layout;
    private final Disk disk;
    private final TempArea temp;
    private final Removal removal;
    private final FileQuotas quotas;
    private final Retention retention;
    private final Recent<Path, Seen> durable = new Recent<>();

    Publisher(Layout layout, Disk disk, TempArea temp, Removal removal, FileQuotas quotas, Retention retention) {
        this.layout = layout;
        this.disk = disk;
        this.temp = temp;
        this.removal = removal;
        this.quotas = quotas;
        this.retention = retention;
    }

    /** Returns the description under which the content is stored now: the given one, or that of who stored it before. */
    ArtifactInfo publish(Incoming content, ArtifactInfo info) throws IOException {
        EntryName name = EntryName.of(info);
        Retention.Pass pass = retention.pass();
        Path usual = layout.folder(info.scope().identity()).resolve(name.toString());
        Seen seen = durable.get(usual);
        // Who stores again what may expire has to renew it, which takes more than a look.
        if (seen != null && pass.expiry() == null && seen.isStill(usual)) {
            return requireOf(info, seen.info(), usual);
        }
        for (int i = 0; i < TRIES; i++) {
            Path folder = layout.ensure(info.scope().identity());
            if (removal.isExpired(folder, name, pass)) {
                removal.removeIfOld(folder.resolve(name.toString()), pass);
            }
            Optional<Entry> there = Entry.read(folder, name);
            if (there.isPresent()) {
                return again(folder, name, there.get(), info);
            }
            if (tryPublish(content, info, folder, name, pass)) {
                disk.sync(folder);
                remember(info, folder.resolve(name.toString()));
                return info;
            }
        }
        throw new StoreException(
                ErrorCode.STORE_FAILED, "the artifact store gave up: others kept removing what was stored");
    }

    /** Gives bytes that are there to one more task, without copying them; empty if they can't be linked. */
    Optional<ArtifactInfo> adopt(Entry found, ArtifactInfo info) throws IOException {
        Path folder = layout.ensure(info.scope().identity());
        EntryName name = EntryName.of(info);
        Optional<Entry> there = Entry.read(folder, name);
        if (there.isPresent()) {
            return Optional.of(again(folder, name, there.get(), info));
        }
        Path draft = temp.newDirectory();
        try {
            if (!link(draft, found.content())
                    || !describe(draft, info)
                    || !show(draft, folder.resolve(name.toString()))) {
                return Optional.empty();
            }
        } finally {
            TempArea.remove(draft);
        }
        disk.sync(folder);
        remember(info, folder.resolve(name.toString()));
        return Optional.of(info);
    }

    private ArtifactInfo again(Path folder, EntryName name, Entry there, ArtifactInfo info) throws IOException {
        Path entry = folder.resolve(name.toString());
        requireOf(info, there.info(), entry);
        renew(there.content(), info);
        // Who stored it may not have come to making it durable yet.
        if (durable.get(entry) == null) {
            disk.sync(folder);
        }
        remember(there.info(), entry);
        return there.info();
    }

    private void remember(ArtifactInfo info, Path entry) throws IOException {
        Optional<Seen> seen = Seen.of(info, entry);
        seen.ifPresent(there -> durable.put(entry, there));
    }

    private static ArtifactInfo requireOf(ArtifactInfo wanted, ArtifactInfo there, Path entry) {
        if (!there.scope().equals(wanted.scope())) {
            throw new DamagedException(entry, "it belongs to another scope");
        }
        return there;
    }

    private void renew(Path content, ArtifactInfo info) throws IOException {
        if (retention.pass().expiry() != null) {
            Files.setLastModifiedTime(content, FileTime.from(info.createdAt()));
        }
    }

    private boolean tryPublish(Incoming content, ArtifactInfo info, Path folder, EntryName name, Retention.Pass pass)
            throws IOException {
        Path bytes = folder.resolve(name.sha256());
        Optional<BasicFileAttributes> there = Disk.look(bytes);
        if (there.isPresent() && there.get().isRegularFile() && !removal.isOld(bytes, pass) && areThere(bytes, name)) {
            Path draft = temp.newDirectory();
            try {
                if (link(draft, bytes)) {
                    return describe(draft, info) && show(draft, folder.resolve(name.toString()));
                }
            } finally {
                TempArea.remove(draft);
            }
        }
        return publishWhole(content, info, folder, name);
    }

    /** Tells whether bytes are there still; those of another artifact are damage. */
    private static boolean areThere(Path bytes, EntryName name) throws IOException {
        try {
            Entry.requireContent(bytes, Trailer.read(bytes), name);
            return true;
        } catch (FileNotFoundException e) {
            // Removed since the look.
            return false;
        }
    }

    private boolean link(Path draft, Path bytes) throws IOException {
        try {
            Files.createLink(Entry.bytes(draft), bytes);
            return true;
        } catch (UnsupportedOperationException | FileSystemException e) {
            // Just removed, or linked too often, or no links on this file system: then the bytes are stored once more.
            return false;
        }
    }

    private boolean describe(Path draft, ArtifactInfo info) throws IOException {
        Path description = Entry.description(draft);
        disk.createFile(description);
        try (FileOutputStream out = Disk.append(description)) {
            out.write(new Trailer(info, 0).toBytes());
            out.getFD().sync();
        }
        renew(Entry.bytes(draft), info);
        disk.sync(draft);
        return true;
    }

    private static boolean show(Path draft, Path entry) throws IOException {
        try {
            Files.move(draft, entry, StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (NoSuchFileException e) {
            return false;
        } catch (FileSystemException e) {
            if (Disk.look(entry).isPresent()) {
                return false;
            }
            throw e;
        }
    }

    private boolean publishWhole(Incoming content, ArtifactInfo info, Path folder, EntryName name) throws IOException {
        Path file = content.complete(new Trailer(info, info.sizeBytes()), info.createdAt());
        return quotas.admit(folder, info.sizeBytes(), () -> {
            boolean shown = showWhole(file, folder, name);
            if (shown) {
                content.moved();
            }
            return shown;
        });
    }

    private static boolean showWhole(Path file, Path folder, EntryName name) throws IOException {
        Path entry = folder.resolve(name.toString());
        try {
            Files.createLink(entry, file);
        } catch (FileAlreadyExistsException | NoSuchFileException e) {
            return false;
        } catch (UnsupportedOperationException | FileSystemException e) {
            return Disk.look(entry).isEmpty() && show(file, entry);
        }
        // Who looks for the bytes finds them under this name at once; without it, by a search.
        show(file, folder.resolve(name.sha256()));
        return true;
    }
}
