package dev.harbor.examples.harness;

import dev.harbor.error.HarborException;
import dev.harbor.json.Codec;
import dev.harbor.json.Json;
import dev.harbor.json.Param;
import dev.harbor.run.IncomingEvent;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What happened outside and asks for a run, as a file says it. */
record EventFile(
        String version,
        String source,
        String externalId,
        Instant occurredAt,
        String goal,
        @Nullable Json payload,
        @Param(defaultValue = "{}") Map<String, String> context) {

    private static final Codec<EventFile> CODEC = Codec.of(EventFile.class);

    /**
     * Reads an event.
     *
     * @throws Refused if the file is not one
     */
    static IncomingEvent read(Path path) {
        StrictFile file = new StrictFile(path);
        EventFile event = file.read(CODEC);
        try {
            return new IncomingEvent(
                    event.version,
                    event.source,
                    event.externalId,
                    event.occurredAt,
                    event.goal,
                    event.payload == null ? Json.NULL : event.payload,
                    event.context);
        } catch (IllegalArgumentException | HarborException e) {
            throw new Refused(path + ": " + e.getMessage(), e);
        }
    }
}
