package dev.harbor.store.jdbc;

import dev.harbor.identity.Identity;
import dev.harbor.journal.Claim;
import dev.harbor.journal.HeadQuery;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.JournalRecord;
import dev.harbor.journal.StreamHead;
import dev.harbor.journal.StreamInfo;
import dev.harbor.json.Json;
import dev.harbor.testkit.ManualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Makes the golden file of the present version of the tables, once for each version: {@code journal-v1.db}, and what is in it as JSON. A file that was released is
 * never made again; every later version has to read it. Argument: the directory of the test resources.
 */
final class GoldenJournal {

    private GoldenJournal() {}

    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        String name = "journal-v" + SqliteSchema.CURRENT.version();
        try (JdbcJournal journal =
                JdbcJournal.builder().clock(ManualClock.create()).sqlite(folder.resolve(name + ".db"))) {
            fill(journal);
            Files.writeString(folder.resolve(name + ".json"), describe(journal).toString() + "\n");
        }
    }

    private static void fill(Journal journal) {
        Identity odd = Identity.of("acme\\0", "\ud83d\ude80", "session é");
        Claim done = journal.claim("run-done", "one", Duration.ofMinutes(1)).orElseThrow();
        journal.append(
                done,
                0,
                List.of(
                        entry("run.started", 1, "{ \"goal\" : \"añ 🚀\", \"n\": 1.10 }"),
                        entry("tool.intent", 2, "{\"big\":12345678901234567890,\"e\":1E400}")),
                StreamHead.of("run-done", Identity.of("acme", "ada", "session-1"), "succeeded"));
        journal.append(
                done,
                2,
                List.of(entry("run.ended", 1, "{}")),
                StreamHead.of("run-done", Identity.of("acme", "ada", "session-1"), "succeeded"));
        journal.release(done);
        Claim waiting =
                journal.claim("run-waiting", "two", Duration.ofMinutes(1)).orElseThrow();
        journal.append(
                waiting,
                0,
                List.of(entry("run.started", 1, "{\"text\":\"\\u0000\"}")),
                new StreamHead(
                        "run-waiting",
                        odd,
                        "waiting",
                        Instant.parse("2031-02-03T04:05:06.123456789Z"),
                        Map.of("token", "t-1", "kind é", "")));
        Claim deleted = journal.seize("run-deleted", "three", Duration.ofMinutes(1));
        journal.append(
                deleted, 0, List.of(entry("run.started", 1, "{}")), StreamHead.of("run-deleted", odd, "running"));
        journal.delete("run-deleted");
    }

    private static JournalEntry entry(String type, int version, String data) {
        return new JournalEntry(type, version, Instant.parse("1969-12-31T23:59:59.999999999Z"), Json.parse(data));
    }

    /** Returns all that can be read, as JSON. */
    static Json describe(Journal journal) {
        List<Object> streams = new ArrayList<>();
        for (StreamInfo info : journal.find(HeadQuery.everyTenant())) {
            Map<String, Object> stream = new LinkedHashMap<>();
            StreamHead head = info.head();
            stream.put("stream", head.stream());
            stream.put("identity", escaped(head.identity()));
            stream.put("state", head.state());
            stream.put("wakeAt", String.valueOf(head.wakeAt()));
            stream.put("keys", new TreeMap<>(head.keys()));
            stream.put("claim", String.valueOf(info.claim()));
            stream.put("records", records(journal, head.stream()));
            streams.add(stream);
        }
        return Json.of(streams);
    }

    private static List<String> escaped(Identity identity) {
        return Stream.of(identity.tenant(), identity.user(), identity.session())
                .map(Escaped::of)
                .toList();
    }

    private static List<Object> records(Journal journal, String stream) {
        try (Stream<JournalRecord> records = journal.read(stream, 1)) {
            return records.<Object>map(record -> List.of(
                            record.sequence(),
                            record.entry().type(),
                            record.entry().version(),
                            record.entry().at().toString(),
                            record.entry().data().toString()))
                    .toList();
        }
    }
}
