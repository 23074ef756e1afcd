package dev.harbor.tools.openapi;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Is where an OpenAPI document comes from, in YAML or JSON, and which other files its references may lead to: those that are given here, or those in a directory.
 * Nothing else is read, and nothing is ever fetched from a network.
 *
 * <p>Immutable. A file is read each time that the document is loaded.
 */
public final class OpenApiDocument {

    /** The most bytes of a document with all its files: {@value}. */
    public static final int MAX_BYTES = 32 << 20;

    /** The most files that one document is made of: {@value}. */
    public static final int MAX_FILES = 4_096;

    private final String name;
    private final Map<String, byte[]> given;
    private final @Nullable Path directory;

    private OpenApiDocument(String name, Map<String, byte[]> given, @Nullable Path directory) {
        this.name = name;
        this.given = given;
        this.directory = directory;
    }

    /** Returns the document in a file, whose references may lead to files in the same directory and below. */
    public static OpenApiDocument file(Path file) {
        Path absolute = file.toAbsolutePath().normalize();
        Path parent = Objects.requireNonNull(absolute.getParent(), "a file has a directory");
        return new OpenApiDocument(String.valueOf(absolute.getFileName()), Map.of(), parent);
    }

    /** Returns a document that is written out, whose references may lead to nothing but itself. */
    public static OpenApiDocument text(String text) {
        return bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns a document in UTF-8, whose references may lead to nothing but itself. The array is copied. */
    public static OpenApiDocument bytes(byte[] utf8) {
        return new OpenApiDocument("", Map.of("", utf8.clone()), null);
    }

    /**
     * Returns this document with its references allowed to lead to files in a directory above its own.
     *
     * @throws IllegalArgumentException if this document is no file in that directory
     */
    public OpenApiDocument within(Path root) {
        Path absolute = root.toAbsolutePath().normalize();
        Path from = directory;
        if (from == null || !from.startsWith(absolute)) {
            throw new IllegalArgumentException("the document is no file in that directory");
        }
        String relative = absolute.relativize(from.resolve(name)).toString().replace('\\', '/');
        return new OpenApiDocument(relative, given, absolute);
    }

    /** Returns this document with a file beside it, such as {@code schemas/order.yaml}, that references may lead to. */
    public OpenApiDocument beside(String relativeName, String text) {
        Map<String, byte[]> more = new LinkedHashMap<>(given);
        more.put(relativeName, text.getBytes(StandardCharsets.UTF_8));
        return new OpenApiDocument(name, Map.copyOf(more), directory);
    }

    String name() {
        return name;
    }

    /** Reads a file by its name, relative to the root and without dots; empty if it is not one of those that may be read. */
    Optional<byte[]> read(String file) {
        byte[] known = given.get(file);
        if (known != null) {
            return Optional.of(bounded(known, file));
        }
        Path root = directory;
        return root == null ? Optional.empty() : read(root, file);
    }

    private static Optional<byte[]> read(Path root, String file) {
        try {
            Path real = root.resolve(file).toRealPath();
            if (!real.startsWith(root.toRealPath()) || !Files.isRegularFile(real)) {
                return Optional.empty();
            }
            try (InputStream in = Files.newInputStream(real)) {
                return Optional.of(bounded(in.readNBytes(MAX_BYTES + 1), file));
            }
        } catch (IOException | java.nio.file.InvalidPathException e) {
            throw new Unusable(OpenApiReason.INVALID_DOCUMENT, "the file " + Words.label(file) + " can't be read", e);
        }
    }

    private static byte[] bounded(byte[] bytes, String file) {
        if (bytes.length > MAX_BYTES) {
            throw new Unusable(
                    OpenApiReason.TOO_LARGE,
                    (file.isEmpty() ? "the document" : "the file " + Words.label(file)) + " has more than " + MAX_BYTES
                            + " bytes");
        }
        return bytes;
    }

    @Override
    public String toString() {
        return "OpenApiDocument[" + (name.isEmpty() ? "text" : name) + "]";
    }
}
