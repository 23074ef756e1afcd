package dev.harbor.examples.harness;

import dev.harbor.error.HarborException;
import dev.harbor.json.Codec;
import dev.harbor.json.InvalidJsonException;
import dev.harbor.json.Json;
import dev.harbor.json.Violation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/**
 * A file of JSON from which nothing is guessed: unknown members, members that occur twice and anything behind the document are refused.
 *
 * @param path where it is
 */
record StrictFile(Path path) {

    /** The most bytes that are read. */
    static final int MAX_BYTES = 1 << 20;

    /**
     * Reads the file.
     *
     * @throws Refused if it can't be read or is not as the codec says, naming file, place and what is allowed
     */
    <T> T read(Codec<T> codec) {
        byte[] content = content();
        try {
            return codec.decode(content);
        } catch (HarborException e) {
            throw new Refused(path + ": " + describe(e), e);
        }
    }

    /** Returns what is wrong with a document, with what would do wherever that is a short list. */
    static String describe(HarborException e) {
        return e instanceof InvalidJsonException invalid
                ? invalid.violations().stream().map(StrictFile::describe).collect(Collectors.joining("; "))
                : String.valueOf(e.getMessage());
    }

    private static String describe(Violation violation) {
        return violation.allowed().isEmpty() ? violation.toString() : violation + "; allowed: " + violation.allowed();
    }

    /** Reads any JSON, with numbers as they are written. */
    Json read() {
        return read(Codec.of(Json.class));
    }

    private byte[] content() {
        try (InputStream in = Files.newInputStream(path)) {
            byte[] content = in.readNBytes(MAX_BYTES + 1);
            if (content.length > MAX_BYTES) {
                throw new Refused(path + ": has more than the " + MAX_BYTES + " bytes that are allowed");
            }
            return content;
        } catch (IOException e) {
            throw new Refused(path + ": can't be read: " + e, e);
        }
    }

    /** Returns what to throw when one value of the file can't be taken. */
    Refused refuse(String pointer, String message) {
        return new Refused(path + ": " + pointer + " " + message);
    }
}
