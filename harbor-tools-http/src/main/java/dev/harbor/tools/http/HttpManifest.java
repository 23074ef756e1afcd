package dev.harbor.tools.http;

import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.json.Codec;
import dev.harbor.json.InvalidJsonException;
import dev.harbor.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads manifests: files in YAML or JSON that describe HTTP tools, with the same behaviour as tools described in code. They are read strictly: an unknown key, a
 * key that comes twice, a wrong type or a value out of bounds refuses the whole manifest, and the message says where. Secrets are named as <code>${NAME}</code>,
 * which a {@link dev.harbor.access.CredentialProvider} resolves when a request is sent; a literal one is refused.
 *
 * <p>Thread-safe.
 */
public final class HttpManifest {

    /** The most bytes that a manifest may have: {@value}. */
    public static final int MAX_BYTES = 1 << 20;

    /** The most tools that a manifest may describe: {@value}. */
    public static final int MAX_TOOLS = 512;

    /** The code of the exception that says what is wrong with a manifest. */
    public static final ErrorCode INVALID = ErrorCode.of("INVALID_MANIFEST");

    private static final Codec<ManifestDocument> CODEC = Codec.of(ManifestDocument.class);

    private HttpManifest() {}

    /**
     * Reads a file.
     *
     * @throws ConfigurationException with code {@code INVALID_MANIFEST} if it can't be read or is wrong
     */
    public static List<HttpTool> read(Path file) {
        String name = String.valueOf(file.getFileName());
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw wrong("has more than " + MAX_BYTES + " bytes", null);
            }
            return of(ManifestText.read(bytes));
        } catch (IOException e) {
            throw new ConfigurationException(INVALID, "the manifest " + name + " can't be read", e);
        } catch (ConfigurationException e) {
            throw new ConfigurationException(e.code(), name + ": " + e.getMessage(), e);
        }
    }

    /**
     * Reads text in YAML or JSON.
     *
     * @throws ConfigurationException with code {@code INVALID_MANIFEST} if it is wrong
     */
    public static List<HttpTool> parse(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > MAX_BYTES) {
            throw wrong("has more than " + MAX_BYTES + " bytes", null);
        }
        return of(ManifestText.read(bytes));
    }

    /**
     * Reads a manifest that is JSON already.
     *
     * @throws ConfigurationException with code {@code INVALID_MANIFEST} if it is wrong
     */
    public static List<HttpTool> of(Json manifest) {
        ManifestDocument document = decode(manifest);
        if (document.version() != ManifestDocument.VERSION) {
            throw wrong("is of version " + document.version() + "; known is " + ManifestDocument.VERSION, null);
        }
        if (document.tools().isEmpty() || document.tools().size() > MAX_TOOLS) {
            throw wrong(
                    "describes 1 to " + MAX_TOOLS + " tools, got "
                            + document.tools().size(),
                    null);
        }
        List<HttpTool> tools = document.build();
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < tools.size(); i++) {
            if (!ids.add(tools.get(i).definition().id().toString())) {
                throw wrong(
                        "describes a second tool " + tools.get(i).definition().id() + " at /tools/" + i, null);
            }
        }
        return tools;
    }

    private static ManifestDocument decode(Json manifest) {
        try {
            return CODEC.decode(manifest);
        } catch (InvalidJsonException e) {
            throw wrong("is wrong: " + words(e), e);
        } catch (HarborException e) {
            throw wrong("is wrong: " + e.getMessage(), e);
        }
    }

    private static String words(InvalidJsonException refused) {
        return refused.violations().stream()
                .map(each -> each + (each.allowed().isEmpty() ? "" : "; allowed are " + each.allowed()))
                .collect(Collectors.joining("; "));
    }

    /** Returns the JSON Schema of manifests. */
    public static Json schema() {
        return CODEC.schema();
    }

    static ConfigurationException wrong(String what, @Nullable Throwable cause) {
        return new ConfigurationException(INVALID, "the manifest " + what, cause);
    }
}
