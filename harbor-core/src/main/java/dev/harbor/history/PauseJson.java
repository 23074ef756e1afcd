package dev.harbor.history;

import dev.harbor.journal.JournalEntry;
import dev.harbor.json.Json;
import dev.harbor.pause.PauseReason;
import dev.harbor.pause.PauseToken;
import dev.harbor.pause.Resolution;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes and reads pauses and what became of them. */
final class PauseJson {

    private PauseJson() {}

    static Map<String, Object> of(NewPause pause) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("token_digest", pause.token().digest());
        members.put("reason", pause.reason().wireName());
        members.put("message", pause.message());
        members.put("payload", pause.payload());
        Instant expiresAt = pause.expiresAt();
        Members.put(members, "expires_at", expiresAt == null ? null : expiresAt.toString());
        return members;
    }

    /** Reads a pause of a run or call. The first version kept the token itself. */
    static OpenPause read(String stream, Members in, JournalEntry entry) {
        String root = RunStore.runIdOf(stream).orElse(stream);
        return in.checked(data -> {
            String digest = entry.version() < RecordType.VERSION_OF_PAUSES
                    ? PauseToken.of(root, data.text("token")).digest()
                    : data.text("token_digest");
            return new OpenPause(
                    PauseToken.id(root, digest),
                    digest,
                    PauseReason.valueOf(data.text("reason").toUpperCase(Locale.ROOT)),
                    data.text("run_id"),
                    data.optionalText("call_id"),
                    data.text("message"),
                    data.json("payload"),
                    data.has("arguments") ? data.json("arguments") : null,
                    entry.at(),
                    instant(data, "expires_at"),
                    suspension(data),
                    null);
        });
    }

    static Map<String, Object> of(Suspension suspension) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("number", suspension.number());
        members.put("state", suspension.state());
        members.put("hears_refusal", suspension.hearsRefusal());
        members.put("approved", suspension.isApproved());
        return members;
    }

    private static @Nullable Suspension suspension(Members in) {
        Members data = in.optionalMembers("suspension");
        return data == null
                ? null
                : new Suspension(
                        Math.toIntExact(data.number("number")),
                        data.json("state"),
                        data.flag("hears_refusal"),
                        data.flag("approved"),
                        in.text("definition_digest"));
    }

    private static @Nullable Instant instant(Members in, String name) {
        String text = in.optionalText(name);
        try {
            return text == null ? null : Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw in.damaged("has no time at '" + name + "'", e);
        }
    }

    static Map<String, Object> of(Resolution resolution) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("resolution", resolution.kind().wireName());
        members.put("actor", resolution.actor());
        members.put("note", resolution.note());
        members.put("payload", resolution.payload());
        Json edited = resolution.arguments();
        if (edited != null) {
            members.put("arguments", edited);
            members.put("arguments_digest", edited.argumentsDigest());
        }
        return members;
    }

    static Resolution resolution(Members in) {
        return in.checked(data -> new Resolution(
                Resolution.Kind.valueOf(data.text("resolution").toUpperCase(Locale.ROOT)),
                data.text("actor"),
                data.text("note"),
                data.json("payload"),
                data.has("arguments") ? data.json("arguments") : null));
    }
}
