package dev.harbor.docs;

import dev.harbor.journal.Journal;
import dev.harbor.testkit.DurableJournalContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** What is damaged in a folder is told. */
final class FolderJournalDamageTest extends DurableJournalContract {

    @TempDir
    Path folder;

    @Override
    protected Journal create(Clock clock) {
        return reopen(clock);
    }

    @Override
    protected Journal reopen(Clock clock) {
        return FolderJournal.open(folder, clock);
    }

    @Override
    protected void damage(String stream, long sequence) {
        change(stream, text -> text.replaceFirst("(?m)^(r" + sequence + " .*)number", "$1numbes"));
    }

    @Override
    protected void lose(String stream, long sequence) {
        change(stream, text -> text.replaceFirst("(?m)^r" + sequence + " .*\\n", ""));
    }

    @Override
    protected void makeNewer() {
        files().keySet().forEach(file -> change(file, text -> text.replaceFirst("^n1 ", "n2 ")));
    }

    private void change(String stream, UnaryOperator<String> how) {
        files().forEach((file, text) -> {
            if (text.contains("{\"name\":\"" + stream + "\"}")) {
                change(file, how);
            }
        });
    }

    private static void change(Path file, UnaryOperator<String> how) {
        try {
            Files.writeString(file, how.apply(Files.readString(file)), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Map<Path, String> files() {
        Map<Path, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.list(folder)) {
            for (Path file : all.toList()) {
                files.put(file, Files.readString(file));
            }
            return files;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    protected Object fingerprint() {
        return files();
    }
}
