package dev.harbor.run;

import dev.harbor.json.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Is something that happened outside and asks for a run. It carries no authority: it can't choose tools, effects, credentials, policies or evaluators, only
 * what the run is for. The same event always leads to the same run, so that one delivered twice starts one.
 *
 * <p>White space around the texts doesn't count, and no text has a NUL or an unpaired surrogate.
 *
 * <p>Immutable.
 *
 * @param version the version of the event's shape, 1 to 64 characters
 * @param source who sent it, 1 to 256 characters
 * @param externalId its name at the source, 1 to 256 characters
 * @param occurredAt when it happened
 * @param goal what the run is for, 1 to {@value #MAX_GOAL_BYTES} bytes of UTF-8
 * @param payload what the run is given, at most {@value #MAX_PAYLOAD_BYTES} bytes, {@value #MAX_PAYLOAD_NODES} values and {@value #MAX_PAYLOAD_DEPTH}
 *     levels; null becomes the empty object
 * @param context what else is known, at most {@value #MAX_CONTEXT_ENTRIES} entries with names of 1 to 256 and values of at most 4096 characters
 */
public record IncomingEvent(
        String version,
        String source,
        String externalId,
        Instant occurredAt,
        String goal,
        Json payload,
        Map<String, String> context) {

    /** The most bytes of UTF-8 of a goal. */
    public static final int MAX_GOAL_BYTES = 64 << 10;

    /** The most bytes of a payload, without insignificant white space. */
    public static final int MAX_PAYLOAD_BYTES = 1 << 20;

    /** The most values in a payload, itself included. */
    public static final int MAX_PAYLOAD_NODES = 8192;

    /** The most levels of objects and arrays of a payload. */
    public static final int MAX_PAYLOAD_DEPTH = 16;

    /** The most entries of a context. */
    public static final int MAX_CONTEXT_ENTRIES = 64;

    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

    /**
     * Takes surrounding white space away and checks every bound.
     *
     * @throws IllegalArgumentException if a bound is broken; the message names it
     * @throws dev.harbor.json.MalformedJsonException if the payload is not JSON
     */
    public IncomingEvent {
        Objects.requireNonNull(occurredAt, "occurredAt");
        version = EventBounds.text("version", version, 64);
        source = EventBounds.text("source", source, 256);
        externalId = EventBounds.text("externalId", externalId, 256);
        goal = EventBounds.goal(goal);
        payload = EventBounds.payload(payload);
        context = EventBounds.context(context);
    }

    /** Returns an event of version {@code v1} without payload and context. */
    public static IncomingEvent of(String source, String externalId, String goal, Instant occurredAt) {
        return new IncomingEvent("v1", source, externalId, occurredAt, goal, Json.EMPTY_OBJECT, Map.of());
    }

    /** Returns this event with a payload. */
    public IncomingEvent payload(Json newPayload) {
        return new IncomingEvent(version, source, externalId, occurredAt, goal, newPayload, context);
    }

    /** Returns this event with one more entry of the context, or another value of one that it has. */
    public IncomingEvent context(String name, String value) {
        Map<String, String> more = new TreeMap<>(context);
        more.put(name, value);
        return new IncomingEvent(version, source, externalId, occurredAt, goal, payload, more);
    }

    /** Returns the digest of all of it: SHA-256 of its canonical JSON, as 64 lower-case hexadecimal digits; the same for equal events. */
    public String eventHash() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("version", version);
        all.put("source", source);
        all.put("externalId", externalId);
        all.put("occurredAt", occurredAt.toString());
        all.put("goal", goal);
        all.put("payload", payload);
        all.put("context", context);
        return Json.of(all).argumentsDigest();
    }

    /** Returns the id of the run that this event leads to: 32 lower-case hexadecimal digits. It depends on the event alone. */
    public String runId() {
        return runId(source, externalId, eventHash());
    }

    /** Returns the id of this event: 32 lower-case hexadecimal digits. */
    public String eventId() {
        return eventId(source, externalId, eventHash());
    }

    /**
     * Returns the id of the run that an event leads to: the first 16 bytes of SHA-256 of source, NUL, external id, NUL and hash.
     *
     * @throws IllegalArgumentException if the hash is not 64 lower-case hexadecimal digits
     */
    public static String runId(String source, String externalId, String eventHash) {
        return id(Objects.requireNonNull(source, "source"), externalId, eventHash);
    }

    /**
     * Returns the id of an event: like {@link #runId(String, String, String)}, with {@code event} and NUL in front.
     *
     * @throws IllegalArgumentException if the hash is not 64 lower-case hexadecimal digits
     */
    public static String eventId(String source, String externalId, String eventHash) {
        return id("event\0" + Objects.requireNonNull(source, "source"), externalId, eventHash);
    }

    private static String id(String source, String externalId, String eventHash) {
        Objects.requireNonNull(externalId, "externalId");
        if (!HASH.matcher(eventHash).matches()) {
            throw new IllegalArgumentException("the hash of an event is 64 lower-case hexadecimal digits");
        }
        return Sha256.of(source + '\0' + externalId + '\0' + eventHash).substring(0, 32);
    }
}
