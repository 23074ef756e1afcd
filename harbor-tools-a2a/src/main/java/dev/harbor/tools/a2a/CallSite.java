package dev.harbor.tools.a2a;

import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.identity.Identity;
import dev.harbor.loop.ForeignTurn;
import dev.harbor.policy.Cancellation;
import dev.harbor.tool.ToolContext;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Is who hands a message to an agent: the call of a tool, or a turn of a loop.
 *
 * @param key names it, the same over attempts, restarts and processes
 * @param trace the headers by which the trace goes on there, or none
 * @param remaining how much time is left
 * @param progress hears what the agent says while it works
 * @param files keeps what is no text
 */
record CallSite(
        Identity identity,
        Cancellation cancellation,
        String key,
        int attempt,
        Map<String, String> trace,
        Duration remaining,
        Consumer<String> progress,
        Files files) {

    /** Keeps a file of an answer. */
    @FunctionalInterface
    interface Files {

        /**
         * Keeps a file and returns what stands for it in the result.
         *
         * @throws IOException if it can't be read
         */
        Map<String, Object> keep(InputStream content, ArtifactOptions options) throws IOException;
    }

    static CallSite of(ToolContext context) {
        return new CallSite(
                context.identity(),
                context.cancellation(),
                context.idempotencyKey(),
                context.attempt(),
                context.traceHeaders(),
                context.remaining().orElse(ToolSettings.NO_LIMIT),
                context::progress,
                (content, options) -> stored(context.artifacts().put(content, options)));
    }

    private static Map<String, Object> stored(ArtifactInfo info) {
        Map<String, Object> file = new LinkedHashMap<>();
        file.put("ref", info.ref().toString());
        file.put("media_type", info.mediaType());
        file.put("size_bytes", info.sizeBytes());
        return file;
    }

    /** Returns a turn; a loop stores its answers whole, so that files stand in them. */
    static CallSite of(ForeignTurn turn, Duration limit) {
        return new CallSite(
                turn.identity(), turn.cancellation(), turn.turn(), 1, Map.of(), limit, words -> {}, CallSite::inline);
    }

    private static Map<String, Object> inline(InputStream content, ArtifactOptions options) throws IOException {
        byte[] bytes = content.readAllBytes();
        Map<String, Object> file = new LinkedHashMap<>();
        file.put("media_type", options.mediaType());
        file.put("size_bytes", bytes.length);
        file.put("base64", Base64.getEncoder().encodeToString(bytes));
        return file;
    }
}
