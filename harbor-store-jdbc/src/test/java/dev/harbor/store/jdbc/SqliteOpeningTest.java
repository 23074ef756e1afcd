package dev.harbor.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.journal.Claim;
import dev.harbor.journal.JournalRecord;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that is opened, or not. */
final class SqliteOpeningTest {

    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("state").resolve("journal.db");
    }

    private Claim fill(JdbcJournal journal, int count) {
        Claim claim = journal.claim("run-1", "one", Samples.LEASE).orElseThrow();
        journal.append(claim, 0, Samples.entries(1, count), Samples.head("run-1"));
        return claim;
    }

    private static List<JournalRecord> read(JdbcJournal journal) {
        try (Stream<JournalRecord> records = journal.read("run-1", 1)) {
            return records.toList();
        }
    }

    @Test
    void newFile_andItsFolderAndLogs_arePrivate() throws IOException {
        try (JdbcJournal journal = JdbcJournal.sqlite(file())) {
            fill(journal, 3);
            try (Stream<Path> files = Files.list(file().getParent())) {
                assertThat(files)
                        .hasSize(3)
                        .allSatisfy(
                                each -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
                                        .isEqualTo("rw-------"));
            }
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file().getParent())))
                    .isEqualTo("rwx------");
        }
    }

    @Test
    void closedFile_leavesNoLog_andIsReadAgain() throws IOException {
        JdbcJournal first = JdbcJournal.sqlite(file());
        fill(first, 3);
        first.close();
        first.close();
        try (Stream<Path> files = Files.list(file().getParent())) {
            assertThat(files).containsExactly(file());
        }
        try (JdbcJournal second = JdbcJournal.sqlite(file())) {
            assertThat(read(second)).hasSize(3);
        }
    }

    @Test
    void pathWithOddCharacters_isTaken_andOneThatIsNoPathIsRefused() {
        Path odd = folder.resolve("a b%20c;d&e=f'g\"h" + accent()).resolve("j %s.db");
        try (JdbcJournal journal = JdbcJournal.sqlite(odd)) {
            fill(journal, 1);
        }
        assertThat(odd).isRegularFile();
        try (JdbcJournal journal = JdbcJournal.sqlite(odd)) {
            assertThat(read(journal)).hasSize(1);
        }
        for (String name : List.of("what?.db", "a#b.db")) {
            assertThatThrownBy(() -> JdbcJournal.sqlite(folder.resolve(name)))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("can't have");
            assertThat(folder.resolve(name)).doesNotExist();
        }
    }

    /** Returns a letter that is no ASCII, unless the locale has no name for such a file. */
    private static String accent() {
        return Charset.forName(System.getProperty("sun.jnu.encoding"))
                        .newEncoder()
                        .canEncode('\u00e9')
                ? "\u00e9"
                : "";
    }

    @Test
    void databaseOfAnotherProgram_isRefused_andLeftAsItIs() throws IOException {
        Path foreign = folder.resolve("foreign.db");
        for (String[] making : new String[][] {
            {"CREATE TABLE customer (id INTEGER)"},
            {"PRAGMA application_id = 42", "CREATE TABLE stream (id INTEGER)"},
            {"PRAGMA journal_mode = WAL", "CREATE TABLE customer (id INTEGER)"},
            {"PRAGMA application_id = 42"}
        }) {
            Files.deleteIfExists(foreign);
            RawSql.run(RawSql.sqlite(foreign), making);
            byte[] before = Files.readAllBytes(foreign);

            assertThatThrownBy(() -> JdbcJournal.sqlite(foreign))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("another program")
                    .hasMessageContaining(foreign.toString());
            assertThatThrownBy(() -> JdbcArtifactStore.sqlite(foreign)).isInstanceOf(ConfigurationException.class);
            assertThat(Files.readAllBytes(foreign)).isEqualTo(before);
        }
    }

    @Test
    void fileThatIsNoDatabase_isRefused_andLeftAsItIs() throws IOException {
        Path file = folder.resolve("notes.txt");
        Files.writeString(file, "dear diary, ".repeat(100));
        byte[] before = Files.readAllBytes(file);

        assertFailed(() -> JdbcJournal.sqlite(file));
        assertFailed(() -> JdbcArtifactStore.sqlite(file));
        assertFailed(() -> JdbcJournal.sqlite(folder));
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    @Test
    void emptyFile_becomesADatabase() throws IOException {
        Path file = folder.resolve("empty.db");
        Files.createFile(file);
        try (JdbcJournal journal = JdbcJournal.sqlite(file)) {
            fill(journal, 1);
            assertThat(read(journal)).hasSize(1);
        }
    }

    @Test
    void creationThatEndedEarly_isGoneOnWith() {
        RawSql.run(RawSql.sqlite(folder.resolve("a.db")), "PRAGMA application_id = " + SqliteOpening.APPLICATION_ID);
        RawSql.run(
                RawSql.sqlite(folder.resolve("b.db")),
                "PRAGMA application_id = " + SqliteOpening.APPLICATION_ID,
                "PRAGMA journal_mode = WAL");
        for (String name : List.of("a.db", "b.db")) {
            try (JdbcJournal journal = JdbcJournal.sqlite(folder.resolve(name))) {
                fill(journal, 1);
            }
        }
    }

    @Test
    void fileThatWasCutOrOverwritten_isRefusedOrToldWhenItIsRead_andNothingIsMadeUp() throws IOException {
        try (JdbcJournal journal = JdbcJournal.sqlite(file())) {
            Claim claim = fill(journal, 0);
            for (long last = 0; last < 1_000; last += 100) {
                journal.append(claim, last, Samples.entries(last + 1, 100), Samples.head("run-1"));
            }
        }
        byte[] whole = Files.readAllBytes(file());
        for (int at : new int[] {0, 40, 100, 4096 * 3, whole.length / 2, whole.length - 4096 * 2}) {
            Files.write(file(), whole);
            overwrite(at, "overwritten by something else ".repeat(40));
            assertToldOrWhole();
            Files.write(file(), whole);
            cut(Math.max(at, 1));
            assertToldOrWhole();
        }
    }

    private void overwrite(int at, String text) throws IOException {
        try (RandomAccessFile out = new RandomAccessFile(file().toFile(), "rw")) {
            out.seek(at);
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private void cut(int length) throws IOException {
        try (RandomAccessFile out = new RandomAccessFile(file().toFile(), "rw")) {
            out.setLength(length);
        }
    }

    /** Reads all that can be read: records in order from the first, and then either all of them or a typed failure. */
    private void assertToldOrWhole() throws IOException {
        byte[] before = Files.readAllBytes(file());
        int[] count = {0};
        try (JdbcJournal journal = JdbcJournal.sqlite(file());
                Stream<JournalRecord> records = journal.read("run-1", 1)) {
            records.forEach(record -> {
                count[0]++;
                assertThat(record).isEqualTo(new JournalRecord(count[0], Samples.entry(count[0])));
            });
            assertThat(count[0]).isEqualTo(1_000);
        } catch (StoreException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.STORE_FAILED);
        } catch (ConfigurationException e) {
            assertThat(e).hasMessageContaining("left as it is");
        }
        assertThat(Files.readAllBytes(file())).isEqualTo(before);
    }

    @Test
    void fileThatWasRemovedOrReplaced_failsWhatIsWrittenAndRead() throws IOException {
        for (String suffix : List.of("", "-wal")) {
            Path place = folder.resolve("at" + suffix).resolve("journal.db");
            Path victim = place.resolveSibling("journal.db" + suffix);
            JdbcJournal journal = JdbcJournal.sqlite(place);
            Claim claim = fill(journal, 1);
            Files.move(victim, folder.resolve("elsewhere" + suffix));

            assertFailed(() -> journal.append(claim, 1, Samples.entries(2, 1), Samples.head("run-1")));
            assertFailed(() -> journal.claim("run-2", "one", Samples.LEASE));
            assertFailed(() -> read(journal));
            Files.write(victim, new byte[0]);
            assertFailed(() -> journal.append(claim, 2, Samples.entries(3, 1), Samples.head("run-1")));
            journal.close();
        }
    }

    @Test
    void fileOfALaterVersion_isRefused_byTheArtifactStoreToo() throws IOException {
        JdbcArtifactStore.sqlite(file()).close();
        RawSql.run(RawSql.sqlite(file()), "PRAGMA user_version = 7");
        byte[] before = Files.readAllBytes(file());

        assertThatThrownBy(() -> JdbcArtifactStore.sqlite(file()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("version 7")
                .hasMessageContaining("newer");
        assertThat(Files.readAllBytes(file())).isEqualTo(before);
    }

    private static void assertFailed(ThrowableAssert.ThrowingCallable action) {
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(action)
                .extracting(StoreException::code)
                .isEqualTo(ErrorCode.STORE_FAILED);
    }
}
