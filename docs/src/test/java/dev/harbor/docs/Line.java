package dev.harbor.docs;

import dev.harbor.identity.Identity;
import dev.harbor.journal.Claim;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.StreamHead;
import dev.harbor.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Is a line of a stream's file: a letter and a number, a checksum, and an object. Immutable.
 *
 * @param kind {@link #NAME} with the version of the format, {@link #RECORD} with its sequence, {@link #HEAD} with the last sequence, or {@link #CLAIM} with its epoch
 * @param content what it says; null if the line was damaged
 */
record Line(char kind, long number, @Nullable Json content) {

    static final char NAME = 'n';
    static final char RECORD = 'r';
    static final char HEAD = 'h';
    static final char CLAIM = 'c';

    static Line name(String stream) {
        return new Line(NAME, 1, Json.of(Map.of("name", stream)));
    }

    static Line claim(Claim claim) {
        return new Line(
                CLAIM,
                claim.epoch(),
                Json.of(Map.of("owner", claim.owner(), "until", claim.until().toString())));
    }

    static Line free(long epoch) {
        return new Line(CLAIM, epoch, Json.EMPTY_OBJECT);
    }

    // snippet: journal-line
    static Line record(long sequence, JournalEntry entry) {
        return new Line(
                RECORD,
                sequence,
                Json.of(Map.of(
                        "type", entry.type(),
                        "version", entry.version(),
                        "at", entry.at().toString(),
                        "data", entry.data().toString())));
    }

    JournalEntry asEntry() {
        return new JournalEntry(
                text("type"), member("version").asInt(), Instant.parse(text("at")), Json.parse(text("data")));
    }
    // end

    static Line head(long last, StreamHead head) {
        Map<String, Object> members = new HashMap<>();
        members.put("tenant", head.identity().tenant());
        members.put("user", head.identity().user());
        members.put("session", head.identity().session());
        members.put("state", head.state());
        members.put("keys", head.keys());
        Instant wakeAt = head.wakeAt();
        if (wakeAt != null) {
            members.put("wakeAt", wakeAt.toString());
        }
        return new Line(HEAD, last, Json.of(members));
    }

    StreamHead asHead(String stream) {
        Map<String, String> keys = new HashMap<>();
        member("keys").members().forEach((key, value) -> keys.put(key, value.asString()));
        return StreamHead.of(stream, Identity.of(text("tenant"), text("user"), text("session")), text("state"))
                .wakeAt(content()
                        .get("wakeAt")
                        .map(Json::asString)
                        .map(Instant::parse)
                        .orElse(null))
                .keys(keys);
    }

    @Nullable
    Claim asClaim(String stream) {
        return content().get("owner").isEmpty()
                ? null
                : new Claim(stream, text("owner"), number, Instant.parse(text("until")));
    }

    String text(String member) {
        return member(member).asString();
    }

    private Json member(String member) {
        return content().get(member).orElseThrow();
    }

    /** Returns the line as it is written to the file of a stream. */
    byte[] bytes(String stream) {
        String text = String.valueOf(content);
        return (kind + "" + number + ' ' + checksum(stream, text) + ' ' + text + '\n').getBytes(StandardCharsets.UTF_8);
    }

    /** Reads a line without its end, of a stream or, if it is the first, of any. */
    static Line read(String stream, byte[] bytes) {
        String[] parts = new String(bytes, StandardCharsets.UTF_8).split(" ", 3);
        if (parts.length < 3 || !parts[0].matches("[nrhc][0-9]{1,18}")) {
            return new Line('?', 0, null);
        }
        Line line = new Line(parts[0].charAt(0), Long.parseLong(parts[0].substring(1)), null);
        boolean isWhole = parts[1].equals(line.checksum(stream, parts[2]));
        return isWhole ? new Line(line.kind, line.number, Json.parse(parts[2])) : line;
    }

    /** Covers the place as well, so that a line is told from one that lay elsewhere. */
    private String checksum(String stream, String text) {
        CRC32C checksum = new CRC32C();
        checksum.update(
                ((kind == NAME ? "" : stream) + '\n' + kind + number + ' ' + text).getBytes(StandardCharsets.UTF_8));
        return Long.toHexString(checksum.getValue());
    }
}
