package dev.harbor.artifacts;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.Retention;
import dev.harbor.identity.Identity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds entries that have not expired. Thread-safe. */
final class Entries {

    private final Layout layout;
    private final Retention retention;

    Entries(Layout layout, Retention retention) {
        this.layout = layout;
        this.retention = retention;
    }

    /** Returns the entries that a directory names; what has another kind of name is foreign. */
    static List<EntryName> names(Path folder) throws IOException {
        return Layout.list(folder).stream()
                .map(EntryName::parse)
                .flatMap(Optional::stream)
                .toList();
    }

    Optional<Entry> find(Identity owner, ArtifactRef ref) throws IOException {
        Optional<Path> folder = layout.existing(owner);
        if (folder.isEmpty()) {
            return Optional.empty();
        }
        Retention.Pass pass = retention.pass();
        Optional<Entry> first = first(folder.get(), ref, pass);
        return first.isPresent() ? first : oldest(folder.get(), ref, pass);
    }

    /** Returns the entry that came with the bytes, which is there most of the time. */
    private Optional<Entry> first(Path folder, ArtifactRef ref, Retention.Pass pass) throws IOException {
        Optional<ArtifactInfo> described = Entry.described(folder.resolve(ref.sha256()));
        return described.isEmpty() ? Optional.empty() : read(folder, EntryName.of(described.get()), pass);
    }

    private Optional<Entry> oldest(Path folder, ArtifactRef ref, Retention.Pass pass) throws IOException {
        @Nullable Entry oldest = null;
        for (EntryName name : names(folder)) {
            @Nullable Entry entry = name.isOf(ref) ? read(folder, name, pass).orElse(null) : null;
            if (entry != null && (oldest == null || entry.isOlderThan(oldest))) {
                oldest = entry;
            }
        }
        return Optional.ofNullable(oldest);
    }

    private Optional<Entry> read(Path folder, EntryName name, Retention.Pass pass) throws IOException {
        Optional<Entry> entry = Entry.read(folder, name)
                .filter(each -> !pass.isExpired(each.info().scope(), each.lastStored()));
        entry.ifPresent(each -> requireAtHome(each, folder));
        return entry;
    }

    private void requireAtHome(Entry entry, Path folder) {
        if (!layout.folder(entry.info().scope().identity()).equals(folder)) {
            throw new DamagedException(entry.content(), "it belongs to another session");
        }
    }

    List<ArtifactInfo> list(ArtifactFilter filter, NewestFirst newest) throws IOException {
        Retention.Pass pass = retention.pass();
        layout.visit(filter, folder -> {
            for (EntryName name : names(folder)) {
                if (name.canMatch(filter)) {
                    read(folder, name, pass)
                            .map(Entry::info)
                            .filter(info -> filter.matches(info.scope()))
                            .ifPresent(newest::add);
                }
            }
        });
        return newest.toList();
    }
}
