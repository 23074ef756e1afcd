package dev.harbor.durable;

import dev.harbor.history.OpenPause;
import dev.harbor.history.RunFold;
import dev.harbor.history.RunHistory;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.JournalRecord;
import dev.harbor.json.Json;
import dev.harbor.pause.PauseToken;
import dev.harbor.plan.Trajectory;
import dev.harbor.run.Invocation;
import dev.harbor.run.RecordedEvidence;
import dev.harbor.run.Run;
import dev.harbor.run.RunUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads and writes journals as lines of JSON, and renders what they come to.
 *
 * <p>{@link #main} writes the golden files anew, into the directory that it is given. Files of a version that was released are never written again: journals
 * of that version are out there. A change that breaks their replay needs a new version of the record beside the old one.
 */
final class GoldenJournal {

    private GoldenJournal() {}

    /** Writes {@code everything.jsonl} and {@code everything.txt}. */
    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        Files.createDirectories(directory);
        List<JournalRecord> records = withoutChance(new Everything().run().records(World.RUN));
        Files.write(
                directory.resolve("everything.jsonl"),
                records.stream().map(GoldenJournal::line).toList());
        Files.write(directory.resolve("everything.txt"), render(replay(records)));
    }

    static RunHistory replay(List<JournalRecord> records) {
        return new RunHistory(World.ADA, "run/" + World.RUN, true).addAll(records.stream());
    }

    /** Returns records in which the digests of tokens, which are random, are those of numbers, and the names of pauses with them. */
    static List<JournalRecord> withoutChance(List<JournalRecord> records) {
        Map<String, String> tokens = new LinkedHashMap<>();
        records.forEach(record ->
                record.entry().data().get("token_digest").ifPresent(digest -> number(tokens, digest.asString())));
        return records.stream().map(record -> renamed(record, tokens)).toList();
    }

    private static void number(Map<String, String> tokens, String digest) {
        PauseToken numbered = PauseToken.of(World.RUN, Integer.toString(tokens.size() / 2 + 1));
        tokens.put(digest, numbered.digest());
        tokens.put(PauseToken.id(World.RUN, digest), numbered.id());
    }

    private static JournalRecord renamed(JournalRecord record, Map<String, String> names) {
        String data = record.entry().data().toString();
        for (Map.Entry<String, String> name : names.entrySet()) {
            data = data.replace(name.getKey(), name.getValue());
        }
        return with(record, Json.parse(data));
    }

    static JournalRecord with(JournalRecord record, Json data) {
        JournalEntry entry = record.entry();
        return new JournalRecord(record.sequence(), new JournalEntry(entry.type(), entry.version(), entry.at(), data));
    }

    static String line(JournalRecord record) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("sequence", record.sequence());
        members.put("type", record.entry().type());
        members.put("version", record.entry().version());
        members.put("at", record.entry().at().toString());
        members.put("data", record.entry().data());
        return Json.of(members).toString();
    }

    static JournalRecord read(String line) {
        Json members = Json.parse(line);
        return new JournalRecord(
                members.get("sequence").orElseThrow().asLong(),
                new JournalEntry(
                        members.get("type").orElseThrow().asString(),
                        members.get("version").orElseThrow().asInt(),
                        Instant.parse(members.get("at").orElseThrow().asString()),
                        members.get("data").orElseThrow()));
    }

    /** Returns everything that a history knows, a line each. */
    static List<String> render(RunHistory history) {
        List<String> lines = new ArrayList<>();
        for (RunFold fold : history.runs()) {
            Run run = history.snapshot(fold);
            lines.add("run " + run.runId() + " of " + run.id().identity() + ", parent " + run.parentId());
            lines.add("  goal " + run.goal() + ", input " + run.input() + ", event " + run.eventId());
            lines.add("  profile " + run.profile() + ", completion " + run.completion());
            lines.add("  policy " + run.policyRef() + ", configuration " + run.configurationDigest());
            lines.add("  limits " + run.limits().maxElapsed() + " "
                    + run.limits().maxToolCalls() + " " + run.limits().maxSteps() + " "
                    + run.limits().maxStepsPerDrive() + ", not " + run.disallowed());
            lines.add("  is " + run.state() + " (" + run.reason() + "): " + run.result());
            lines.add("  from " + run.startedAt() + " to " + run.updatedAt() + ", version " + run.version());
            lines.add("  " + render(run.usage()));
            run.invocations().forEach(call -> lines.add("  " + render(call)));
            run.evidence().forEach(claim -> lines.add("  " + render(claim)));
            fold.everyPause().forEach(pause -> lines.add("  " + render(pause)));
            fold.visible().steps().forEach(step -> lines.add("  " + render(step)));
        }
        lines.add("tools " + new java.util.TreeMap<>(history.tools()));
        return lines;
    }

    /** Child runs stand there themselves, and are not counted beside that, so that the files of former versions stay. */
    private static String render(RunUsage usage) {
        return usage.toString().replaceFirst(", childRuns=\\d+]", "]");
    }

    private static String render(Invocation call) {
        return call.toString();
    }

    /** What a pause does not have is not said, so that the files of former versions stay. */
    private static String render(OpenPause pause) {
        return pause.toString().replace(", suspension=null", "");
    }

    private static String render(RecordedEvidence claim) {
        return claim.toString();
    }

    private static String render(Trajectory.Step step) {
        return step.toString();
    }
}
