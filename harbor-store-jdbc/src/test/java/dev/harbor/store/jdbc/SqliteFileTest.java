package dev.harbor.store.jdbc;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.error.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file of which the names may be taken away while it is open. */
final class SqliteFileTest {

    private final AtomicLong nanos = new AtomicLong();

    @TempDir
    private Path parent;

    private Path folder;
    private Path database;
    private SqliteFile file;

    @BeforeEach
    void open() throws IOException {
        folder = Files.createDirectory(parent.resolve("state"));
        database = folder.resolve("harbor.db");
        file = SqliteFile.create(database, nanos::get);
        Files.createFile(folder.resolve("harbor.db-wal"));
        file.remember();
    }

    private void settle() {
        for (int i = 0; i < 3; i++) {
            file.requireInPlace();
            nanos.addAndGet(TimeUnit.SECONDS.toNanos(3));
        }
    }

    @Test
    void file_thatIsRemoved_isMissed_howeverLongItWasInPlace() throws IOException {
        settle();
        Files.delete(database);
        assertThatThrownBy(file::requireInPlace).isInstanceOf(StoreException.class);
    }

    @Test
    void log_thatIsReplaced_isMissed_atOnceToo() throws IOException {
        file.requireInPlace();
        Path log = folder.resolve("harbor.db-wal");
        Files.move(log, folder.resolve("kept"));
        Files.createFile(log);
        assertThatThrownBy(file::requireInPlace).isInstanceOf(StoreException.class);
    }

    @Test
    void folder_thatIsReplaced_isMissed() throws IOException {
        settle();
        Files.move(folder, parent.resolve("moved"));
        Files.createDirectory(folder);
        assertThatThrownBy(file::requireInPlace).isInstanceOf(StoreException.class);
    }

    @Test
    void file_thatIsPutBack_isTakenAgain() throws IOException {
        settle();
        Path away = parent.resolve("away");
        Files.move(database, away);
        assertThatThrownBy(file::requireInPlace).isInstanceOf(StoreException.class);
        Files.move(away, database);
        assertThatCode(file::requireInPlace).doesNotThrowAnyException();
    }

    @Test
    void strangers_inTheFolder_doNotMatter() throws IOException {
        settle();
        Files.createFile(folder.resolve("other"));
        assertThatCode(file::requireInPlace).doesNotThrowAnyException();
        settle();
        Files.delete(folder.resolve("other"));
        assertThatCode(file::requireInPlace).doesNotThrowAnyException();
    }
}
