package dev.harbor.journal;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.json.Json;
import dev.harbor.seal.SealingKeys;
import java.util.Base64;
import java.util.Map;

/** Seals and opens the data of one record. Immutable. */
record SealedData(SealingKeys keys) {

    private static final String MEMBER = "sealed";

    JournalEntry seal(JournalEntry entry, String stream, long sequence) {
        byte[] sealed = keys.seal(Deflated.of(entry.data().toBytes()), place(entry, stream, sequence));
        return with(entry, Json.of(Map.of(MEMBER, Base64.getEncoder().encodeToString(sealed))));
    }

    /** Opens what was sealed for the place; throws {@link StoreException} with {@link ErrorCode#SEAL_BROKEN} if it was not. */
    JournalEntry open(JournalEntry entry, String stream, long sequence) {
        byte[] plain = keys.open(sealed(entry.data()), place(entry, stream, sequence));
        return with(entry, Json.parse(Deflated.inflate(plain)));
    }

    private static JournalEntry with(JournalEntry entry, Json data) {
        return new JournalEntry(entry.type(), entry.version(), entry.at(), data);
    }

    /** Names hold no NUL, so that no two places are spelled alike. */
    private static String place(JournalEntry entry, String stream, long sequence) {
        return String.join(
                "\0",
                "journal",
                stream,
                Long.toString(sequence),
                entry.type(),
                Integer.toString(entry.version()),
                entry.at().toString());
    }

    private static byte[] sealed(Json data) {
        Json text = data.get(MEMBER).orElse(Json.NULL);
        try {
            return text.kind() == Json.Kind.STRING ? Base64.getDecoder().decode(text.asString()) : new byte[0];
        } catch (IllegalArgumentException e) {
            throw new StoreException(ErrorCode.SEAL_BROKEN, "what is sealed can't be opened: it is no base64", e);
        }
    }
}
