package dev.harbor.examples.quickstart;

import dev.harbor.artifact.Evidence;
import dev.harbor.json.Json;
import dev.harbor.json.Param;
import dev.harbor.json.Violation;
import dev.harbor.tool.InvalidArguments;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;

/** The tool that writes. It does the work once for one idempotency key, so that a failed attempt may be repeated. */
final class ReportTools {

    /** The claim that a report was written, which is what makes a survey complete. */
    static final String EVIDENCE = "report_written";

    private static final String NAME = "[a-z0-9-]{1,40}";

    private final Path folder;

    ReportTools(Path folder) {
        this.folder = folder;
    }

    List<Tool<?, ?>> all() {
        return List.of(Tool.producing("report.write", Write.class, Written.class, this::write)
                .description("Writes the report of a survey as a Markdown file")
                .effect(SideEffect.WRITE)
                .idempotent()
                .observes());
    }

    record Write(
            @Param(description = "lower-case letters, digits and hyphens")
            String name,

            Report report) {}

    record Written(String file, long bytes) {}

    private ToolOutput<Written> write(Write wanted, ToolContext context) throws IOException {
        if (!wanted.name().matches(NAME)) {
            throw new InvalidArguments(
                    "that is no name for a report",
                    List.of(new Violation("/name", "pattern", "must match " + NAME, List.of())));
        }
        Path file = folder.resolve(wanted.name() + ".md");
        Path key = folder.resolve(wanted.name() + ".key");
        if (!isDone(file, key, context.idempotencyKey())) {
            replace(file, Markdown.of(wanted.report()));
            replace(key, context.idempotencyKey());
        }
        Written written = new Written(String.valueOf(file.getFileName()), Files.size(file));
        return ToolOutput.of(written).evidence(seen(written));
    }

    private static boolean isDone(Path file, Path key, String idempotencyKey) throws IOException {
        return Files.exists(file) && Files.exists(key) && Files.readString(key).equals(idempotencyKey);
    }

    /** Leaves either the old content or the new one, whatever happens in between. */
    private static void replace(Path file, String content) throws IOException {
        Path beside = Files.createTempFile(file.getParent(), "new-", ".tmp");
        try {
            Files.writeString(beside, content, StandardCharsets.UTF_8);
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(beside);
        }
    }

    private static Evidence seen(Written written) {
        return Evidence.observed(EVIDENCE, Json.of(Map.of("file", written.file(), "bytes", written.bytes())));
    }
}
