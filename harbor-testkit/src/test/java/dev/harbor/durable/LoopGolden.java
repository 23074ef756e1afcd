package dev.harbor.durable;

import dev.harbor.event.LoopExternalToolsetChanged;
import dev.harbor.history.LoopHistory;
import dev.harbor.history.LoopRecordType;
import dev.harbor.journal.JournalRecord;
import dev.harbor.json.Json;
import dev.harbor.loop.Loop;
import dev.harbor.loop.LoopDefinition;
import dev.harbor.loop.LoopInput;
import dev.harbor.loop.LoopMode;
import dev.harbor.loop.TurnHandle;
import dev.harbor.runtime.HarborRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Makes a loop that has every kind of record. {@link #main} writes the golden files anew, into the directory that it is given; those of a version that was released
 * are never written again.
 */
final class LoopGolden {

    private LoopGolden() {}

    /** Writes {@code loop.jsonl} and {@code loop.txt}. */
    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        Files.createDirectories(directory);
        List<JournalRecord> records = records();
        Files.write(
                directory.resolve("loop.jsonl"),
                records.stream().map(GoldenJournal::line).toList());
        Files.write(directory.resolve("loop.txt"), render(replay(records)));
    }

    static LoopHistory replay(List<JournalRecord> records) {
        return new LoopHistory(World.ADA, "loop/golden").addAll(records.stream());
    }

    /** Returns the records of a loop, with the random names of its changes replaced by numbers. */
    static List<JournalRecord> records() {
        LoopWorld world = new LoopWorld();
        LoopDefinition definition = LoopDefinition.builder("modal")
                .tools(world.tool("base"), world.tool("gate"))
                .mode(LoopMode.of("plan", world.tool("plan")))
                .initialMode("plan")
                .build();
        try (HarborRuntime runtime = world.process()) {
            Loop loop = runtime.as(World.ADA).loop(LoopWorld.LOOP, definition, world.set("mcp", "g1", "b", "a"));
            LoopWorld.end(loop.send(LoopInput.of("use plan").content(Json.of(Map.of("order", 7)))));
            loop.controller().setMode("");
            TurnHandle running = loop.send("use gate");
            world.gate.awaitHeld(1);
            loop.send("never").withdraw();
            LoopWorld.installer(loop).replaceExternalTools(world.set("mcp", "g2"));
            LoopWorld.installer(loop).replaceExternalTools(world.set("api", "1", "c"));
            world.gate.open();
            LoopWorld.end(running);
            loop.end("all said");
        }
        return world.records().stream().map(LoopGolden::withoutChance).toList();
    }

    private static JournalRecord withoutChance(JournalRecord record) {
        Map<String, Json> members = new LinkedHashMap<>(record.entry().data().members());
        members.computeIfPresent("event_id", (name, id) -> Json.of("e" + record.sequence()));
        return GoldenJournal.with(record, Json.of(members));
    }

    /** Returns what a history comes to, a line each. */
    static List<String> render(LoopHistory history) {
        List<String> lines = new ArrayList<>();
        lines.add("loop " + history.loop() + " of " + history.identity() + ", definition " + history.definition());
        lines.add("mode '" + history.mode() + "', ended " + history.isEnded() + ", last turn " + history.lastTurn());
        lines.add("queue " + history.queue() + ", open " + history.open());
        history.exchanges().forEach(exchange -> lines.add(exchange.toString()));
        Map<String, LoopExternalToolsetChanged> toolsets = new TreeMap<>(history.toolsets());
        toolsets.values().forEach(change -> lines.add(change.toString()));
        return lines;
    }

    /** Returns the kinds that there are. */
    static List<String> kinds() {
        return List.of(
                LoopRecordType.OPENED,
                LoopRecordType.INPUT,
                LoopRecordType.WITHDRAWN,
                LoopRecordType.TURN_STARTED,
                LoopRecordType.TURN_ENDED,
                LoopRecordType.MODE_CHANGED,
                LoopRecordType.TOOLSET_CHANGED,
                LoopRecordType.ENDED);
    }
}
