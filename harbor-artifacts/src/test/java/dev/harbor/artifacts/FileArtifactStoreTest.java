package dev.harbor.artifacts;

import static dev.harbor.artifacts.Samples.ADA;
import static dev.harbor.artifacts.Samples.BYTES;
import static dev.harbor.artifacts.Samples.CLOCK;
import static dev.harbor.artifacts.Samples.RUN;
import static dev.harbor.artifacts.Samples.random;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactLimits;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.artifact.Retention;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is on the disk, and what happens when somebody else has been there. The promises of every store are tested by its contract. */
final class FileArtifactStoreTest {

    @TempDir
    Path folder;

    private ArtifactStore store;

    private ArtifactStore open() {
        close();
        store = Artifacts.fileStore(folder, ArtifactLimits.NONE, CLOCK);
        return store;
    }

    @AfterEach
    void close() {
        if (store != null) {
            store.close();
        }
    }

    private static ArtifactInfo put(ArtifactStore store, ArtifactScope scope, byte[] content) {
        try {
            return store.put(scope, new ByteArrayInputStream(content), BYTES);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] read(ArtifactStore store, ArtifactRef ref) throws IOException {
        try (InputStream in = store.open(ADA, ref, 0).orElseThrow()) {
            return in.readAllBytes();
        }
    }

    private List<Path> all() throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.sorted().toList();
        }
    }

    private List<Path> files() throws IOException {
        return all().stream()
                .filter(path -> Files.isRegularFile(path) && !path.endsWith("lock"))
                .toList();
    }

    private Path entryOf(ArtifactRef ref) throws IOException {
        return files().stream()
                .filter(path -> path.getFileName().toString().startsWith(ref.sha256() + "."))
                .findFirst()
                .orElseThrow();
    }

    // ---- what is on the disk

    @Test
    void everything_isPrivateToItsOwner() throws IOException {
        Path root = folder.resolve("new/store");
        try (ArtifactStore fresh = Artifacts.fileStore(root, ArtifactLimits.NONE, CLOCK)) {
            put(fresh, RUN, random(10, 1));
            put(fresh, RUN, random(400_000, 2));
            put(fresh, new ArtifactScope(ADA, "other"), random(10, 1));
            try (Stream<Path> paths = Files.walk(root)) {
                for (Path path : paths.toList()) {
                    String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
                    assertThat(mode).as(path.toString()).isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------");
                }
            }
        }
    }

    @Test
    void names_holdNothingFromOutside() throws IOException {
        put(
                open(),
                new ArtifactScope(Identity.of("secret-tenant", "../secret", "secret/s"), "secret-task"),
                random(5, 1));
        assertThat(all())
                .allSatisfy(
                        path -> assertThat(folder.relativize(path).toString()).doesNotContain("secret"));
        assertThat(files()).allSatisfy(path -> assertThat(path.normalize()).startsWith(folder.resolve("v1")));
    }

    @Test
    void bytes_ofASession_lieOnTheDiskOnce() throws IOException {
        open();
        byte[] content = random(3_000_000, 1);
        for (int i = 0; i < 10; i++) {
            put(store, new ArtifactScope(ADA, "task" + i), content);
        }
        long distinct = files().stream()
                .map(FileArtifactStoreTest::inode)
                .distinct()
                .filter(inode -> size(inode) > 1_000_000)
                .count();
        assertThat(distinct).isEqualTo(1);
    }

    private static List<Object> inode(Path path) {
        try {
            return List.of(Files.getAttribute(path, "unix:ino"), Files.size(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long size(List<Object> inode) {
        return (long) inode.get(1);
    }

    @Test
    void erasedSession_leavesNothingOnTheDisk() throws IOException {
        open();
        put(store, RUN, random(10, 1));
        put(store, new ArtifactScope(ADA, "other"), random(10, 1));
        put(store, new ArtifactScope(ADA, "other"), random(300_000, 2));
        assertThat(store.erase(ArtifactFilter.session(ADA))).isEqualTo(3);
        assertThat(Files.list(folder.resolve("v1"))).isEmpty();
        assertThat(files()).isEmpty();
    }

    @Test
    void closedAndOpenedAgain_hasEverything() throws IOException {
        byte[] content = random(300_000, 1);
        ArtifactInfo info = put(open(), RUN, content);
        open();
        assertThat(store.find(ADA, info.ref())).contains(info);
        assertThat(read(store, info.ref())).isEqualTo(content);
    }

    // ---- what is left over

    @Test
    void bytes_thatAnotherStoreReplacedMeanwhile_areToldAsTheyLieThereNow() throws IOException {
        byte[] content = random(100, 1);
        ArtifactInfo first = put(open(), RUN, content);
        Clock later = Clock.offset(CLOCK, Duration.ofHours(1));
        try (ArtifactStore other = Artifacts.fileStore(folder, ArtifactLimits.NONE, later)) {
            assertThat(put(store, RUN, content)).isEqualTo(first);
            other.delete(RUN, first.ref());
            ArtifactInfo second = put(other, RUN, content);

            assertThat(second.createdAt()).isEqualTo(later.instant());
            assertThat(put(store, RUN, content)).isEqualTo(second);
            assertThat(put(store, RUN, content)).isEqualTo(second);
            other.delete(RUN, first.ref());
            assertThat(put(store, RUN, content).createdAt()).isEqualTo(CLOCK.instant());
        }
    }

    @Test
    void temporaryFiles_ofADeadProcess_areRemoved_andThoseOfALiveStoreStay() throws IOException {
        open();
        Path dead = Files.createDirectories(folder.resolve("tmp/dead"));
        Files.createFile(dead.resolve("lock"));
        Files.write(dead.resolve("1"), new byte[1000]);
        Files.write(Files.createDirectory(dead.resolve("2")).resolve("bytes"), new byte[10]);
        Path unlocked = Files.createDirectories(folder.resolve("tmp/empty"));
        List<Path> mine = areas();
        mine.remove(dead);
        mine.remove(unlocked);
        try (ArtifactStore second = Artifacts.fileStore(folder, ArtifactLimits.NONE, CLOCK)) {
            assertThat(second.list(ArtifactFilter.everyTenant(), 10)).isEmpty();
            assertThat(dead).doesNotExist();
            assertThat(unlocked).doesNotExist();
            assertThat(areas()).hasSize(2).containsAll(mine);
            assertThat(read(store, put(store, RUN, random(500_000, 1)).ref())).hasSize(500_000);
        }
        assertThat(areas()).isEqualTo(mine);
        close();
        assertThat(areas()).isEmpty();
    }

    private List<Path> areas() throws IOException {
        try (Stream<Path> areas = Files.list(folder.resolve("tmp"))) {
            return new java.util.ArrayList<>(areas.toList());
        }
    }

    @Test
    void failedWrites_leaveNoTemporaryFile() throws IOException {
        open();
        InputStream broken = new InputStream() {
            private int left = 1_000_000;

            @Override
            public int read() throws IOException {
                if (left == 0) {
                    throw new IOException("broken");
                }
                left--;
                return 'x';
            }
        };
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> store.put(RUN, broken, BYTES));
        assertThat(files()).isEmpty();
        put(store, RUN, random(1_000_000, 1));
        put(store, RUN, random(1_000_000, 1));
        assertThat(files()).allMatch(path -> path.startsWith(folder.resolve("v1")));
    }

    @Test
    void foreignFiles_areIgnoredAndLeftAlone() throws IOException {
        open();
        ArtifactInfo info = put(store, RUN, random(10, 1));
        Path session = entryOf(info.ref()).getParent();
        List<Path> foreign = List.of(
                folder.resolve("README"),
                folder.resolve("v1/notes.txt"),
                session.resolve(".DS_Store"),
                session.resolve(info.ref().sha256() + ".tmp"),
                session.resolve("x.meta.json"),
                session.resolve("f".repeat(63)),
                session.resolveSibling("lost+found"));
        for (Path each : foreign) {
            Files.writeString(each, "mine");
        }
        Files.createDirectory(folder.resolve("v1/" + "e".repeat(63)));
        assertThat(store.list(ArtifactFilter.everyTenant(), 10)).containsExactly(info);
        assertThat(store.find(ADA, info.ref())).contains(info);
        assertThat(store.erase(ArtifactFilter.everyTenant())).isEqualTo(1);
        assertThat(foreign).allSatisfy(each -> assertThat(each).hasContent("mine"));
    }

    // ---- damage

    private void assertDamaged(ArtifactRef ref) {
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> read(store, ref))
                .withMessageContaining("damaged")
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_FAILED));
    }

    @Test
    void anyByte_thatChanges_isFoundOut_andTheFileIsLeftAsItIs() throws IOException {
        open();
        byte[] content = random(300, 1);
        ArtifactRef ref = put(store, RUN, content).ref();
        Path file = entryOf(ref);
        byte[] good = Files.readAllBytes(file);
        for (int i = 0; i < good.length; i++) {
            byte[] bad = good.clone();
            bad[i] ^= 0x10;
            Files.write(file, bad);
            assertDamaged(ref);
            assertThat(Files.readAllBytes(file)).isEqualTo(bad);
        }
        Files.write(file, good);
        assertThat(read(store, ref)).isEqualTo(content);
    }

    @Test
    void anyCut_isFoundOut() throws IOException {
        open();
        ArtifactRef ref = put(store, RUN, random(300, 1)).ref();
        Path file = entryOf(ref);
        byte[] good = Files.readAllBytes(file);
        for (int length = 0; length < good.length; length++) {
            Files.write(file, java.util.Arrays.copyOf(good, length));
            assertDamaged(ref);
        }
        Files.write(file, java.util.Arrays.copyOf(good, good.length + 1));
        assertDamaged(ref);
    }

    @Test
    void damage_inALargeContent_isFoundOutByWhoReadsToTheEnd() throws IOException {
        open();
        byte[] content = random(2_000_000, 1);
        ArtifactRef ref = put(store, RUN, content).ref();
        Path file = entryOf(ref);
        byte[] bad = Files.readAllBytes(file);
        bad[1_000_000] ^= 1;
        Files.write(file, bad);
        assertDamaged(ref);
        assertThatExceptionOfType(StoreException.class).isThrownBy(() -> {
            try (InputStream in = store.open(ADA, ref, 0).orElseThrow()) {
                in.skipNBytes(1_999_999);
                in.read();
            }
        });
    }

    @Test
    void damage_isToldByEveryMethodThatMeetsIt_butErasing() throws IOException {
        open();
        byte[] content = random(300, 1);
        ArtifactRef ref = put(store, RUN, content).ref();
        Path file = entryOf(ref);
        byte[] bad = Files.readAllBytes(file);
        bad[310] ^= 1;
        Files.write(file, bad);
        assertThatExceptionOfType(StoreException.class).isThrownBy(() -> store.find(ADA, ref));
        assertThatExceptionOfType(StoreException.class).isThrownBy(() -> store.list(ArtifactFilter.session(ADA), 10));
        assertThatExceptionOfType(StoreException.class).isThrownBy(() -> put(store, RUN, content));
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> put(store, new ArtifactScope(ADA, "other"), content));
        assertThat(Files.readAllBytes(file)).isEqualTo(bad);
        assertThat(store.erase(ArtifactFilter.session(ADA))).isEqualTo(1);
        assertThat(read(store, put(store, RUN, content).ref())).isEqualTo(content);
    }

    @Test
    void fileThatIsGone_isNotThere() throws IOException {
        open();
        ArtifactRef ref = put(store, RUN, random(300, 1)).ref();
        for (Path file : files()) {
            Files.delete(file);
        }
        assertThat(store.find(ADA, ref)).isEmpty();
        assertThat(store.open(ADA, ref, 0)).isEmpty();
        assertThat(store.list(ArtifactFilter.session(ADA), 10)).isEmpty();
    }

    @Test
    void bytesName_thatIsGoneOrLeftOver_changesNothing() throws IOException {
        open();
        byte[] content = random(300, 1);
        ArtifactInfo info = put(store, RUN, content);
        Path bytes = entryOf(info.ref()).resolveSibling(info.ref().sha256());
        Path copy = Files.copy(bytes, folder.resolve("copy"));
        Files.delete(bytes);
        assertThat(store.find(ADA, info.ref())).contains(info);
        assertThat(read(store, info.ref())).isEqualTo(content);
        assertThat(put(store, RUN, content)).isEqualTo(info);
        store.delete(RUN, info.ref());
        Files.createDirectories(bytes.getParent());
        Files.copy(copy, bytes);
        assertThat(store.find(ADA, info.ref())).isEmpty();
        assertThat(store.list(ArtifactFilter.session(ADA), 10)).isEmpty();
        assertThat(read(
                        store,
                        put(store, new ArtifactScope(ADA, "later"), content).ref()))
                .isEqualTo(content);
    }

    @Test
    void artifactOfOneSession_copiedIntoAnother_isNotServedThere() throws IOException {
        open();
        Identity eve = Identity.of("acme", "eve", "s1");
        byte[] content = random(300, 1);
        ArtifactRef ref = put(store, RUN, content).ref();
        put(store, new ArtifactScope(eve, "run-1"), random(10, 2));
        Path target = files().stream()
                .filter(path -> !path.toString().contains(ref.sha256()))
                .findFirst()
                .orElseThrow()
                .getParent();
        Path entry = entryOf(ref);
        Files.copy(entry, target.resolve(entry.getFileName()));
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> store.find(eve, ref))
                .withMessageContaining("another session");
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> store.list(ArtifactFilter.user("acme", "eve"), 10));
    }

    // ---- links

    @Test
    void symlink_inPlaceOfAFile_isNotFollowed() throws IOException {
        open();
        ArtifactRef ref = put(store, RUN, random(300, 1)).ref();
        Path file = entryOf(ref);
        Path outside = Files.move(file, folder.resolve("outside"));
        Files.createSymbolicLink(file, outside);
        assertDamaged(ref);
        assertThat(store.erase(ArtifactFilter.everyTenant())).isEqualTo(1);
        assertThat(outside).exists();
    }

    @Test
    void symlink_inPlaceOfADirectory_isNeitherReadNorWrittenNorErased() throws IOException {
        open();
        ArtifactRef ref = put(store, RUN, random(300, 1)).ref();
        Path session = entryOf(ref).getParent();
        for (Path level :
                List.of(session, session.getParent(), session.getParent().getParent())) {
            Path outside = folder.resolve("outside");
            Files.move(level, outside);
            Files.createSymbolicLink(level, outside);
            long before = count(outside);
            assertThatExceptionOfType(StoreException.class).isThrownBy(() -> store.find(ADA, ref));
            assertThatExceptionOfType(StoreException.class).isThrownBy(() -> put(store, RUN, random(10, 9)));
            assertThat(store.list(ArtifactFilter.everyTenant(), 10)).isEmpty();
            assertThat(store.erase(ArtifactFilter.session(ADA))).isZero();
            assertThat(store.erase(ArtifactFilter.everyTenant())).isZero();
            assertThat(count(outside)).isEqualTo(before);
            Files.delete(level);
            Files.move(outside, level);
        }
        assertThat(read(store, ref)).hasSize(300);
    }

    private static long count(Path directory) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            return paths.count();
        }
    }

    @Test
    void symlink_amongTemporaryFiles_isRemovedAndNotFollowed() throws IOException {
        open();
        Path outside = Files.writeString(folder.resolve("outside"), "precious");
        Path dead = Files.createDirectories(folder.resolve("tmp/dead"));
        Files.createFile(dead.resolve("lock"));
        Files.createSymbolicLink(dead.resolve("1"), outside);
        Files.createSymbolicLink(dead.resolve("2"), folder);
        Artifacts.fileStore(folder, ArtifactLimits.NONE, CLOCK).close();
        assertThat(dead).doesNotExist();
        assertThat(outside).hasContent("precious");
    }

    // ---- age and quotas on the disk

    @Test
    void expiredArtifacts_leaveTheDisk_whileOthersStore() throws IOException {
        ArtifactLimits limits =
                ArtifactLimits.builder().maxAge(Duration.ofHours(1)).build();
        try (ArtifactStore old = Artifacts.fileStore(folder, limits, CLOCK)) {
            for (int i = 0; i < 20; i++) {
                put(old, new ArtifactScope(Identity.of("t" + i % 5, "u" + i, "s"), "run"), random(100, i));
            }
        }
        Clock later = Clock.fixed(CLOCK.instant().plusSeconds(3600), ZoneOffset.UTC);
        try (ArtifactStore young = Artifacts.fileStore(folder, limits, later)) {
            for (int i = 0; i < 40; i++) {
                put(young, RUN, random(100, 1000 + i));
            }
        }
        long left = files().stream()
                .filter(path -> EntryName.parse(path.getFileName().toString()).isPresent())
                .count();
        assertThat(left).isEqualTo(40);
        assertThat(Files.list(folder.resolve("v1"))).hasSize(1);
    }

    @Test
    void entryStoredAgain_whileItIsBeingSwept_comesBack() throws IOException {
        ArtifactLimits limits =
                ArtifactLimits.builder().maxAge(Duration.ofHours(1)).build();
        open();
        ArtifactInfo info = put(store, RUN, random(100, 1));
        Path entry = entryOf(info.ref());
        Path root = folder.toRealPath();
        Disk disk = Disk.of(root);
        try (TempArea temp = TempArea.open(root.resolve("tmp"), disk)) {
            Removal removal = new Removal(new Layout(root.resolve("v1"), disk), disk, temp);
            removal.removeIfOld(entry, passAfter(limits, 3599));
            assertThat(entry).exists();
            Files.setLastModifiedTime(entry, FileTime.from(CLOCK.instant().plusSeconds(100)));
            removal.removeIfOld(entry, passAfter(limits, 3600));
            assertThat(entry).exists();
            removal.removeIfOld(entry, passAfter(limits, 3700));
            assertThat(entry).doesNotExist();
        }
    }

    private static Retention.Pass passAfter(ArtifactLimits limits, long seconds) {
        return new Retention(limits, Clock.offset(CLOCK, Duration.ofSeconds(seconds))).pass();
    }

    // ---- opening

    @Test
    void place_thatCannotBeWrittenTo_isRefusedAtOnce() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        for (Path place : List.of(file, file.resolve("below"), Path.of("/proc/nowhere"))) {
            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() -> Artifacts.fileStore(place))
                    .withMessageContaining(place.toString());
        }
        Files.createFile(folder.resolve("v1"));
        assertThatExceptionOfType(StoreException.class).isThrownBy(() -> Artifacts.fileStore(folder));
    }

    @Test
    void directory_thatIsReachedByASymlink_isUsed() throws IOException {
        Path real = Files.createDirectory(folder.resolve("real"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), real);
        try (ArtifactStore linked = Artifacts.fileStore(link);
                ArtifactStore direct = Artifacts.fileStore(real)) {
            ArtifactInfo info = put(linked, RUN, random(10, 1));
            assertThat(direct.find(ADA, info.ref())).contains(info);
        }
    }
}
