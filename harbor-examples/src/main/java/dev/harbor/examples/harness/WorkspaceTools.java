package dev.harbor.examples.harness;

import dev.harbor.artifact.Evidence;
import dev.harbor.json.Json;
import dev.harbor.json.Param;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolFailed;
import dev.harbor.tool.ToolOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The tools over a workspace. What was written is named by its path and its content, so that a verification is about that content and no other. */
final class WorkspaceTools {

    static final String WRITE = "workspace.write";
    static final String VERIFY = "workspace.verify";

    private static final int MAX_ENTRIES = 256;

    private final Workspace workspace;

    private WorkspaceTools(Workspace workspace) {
        this.workspace = workspace;
    }

    static List<Tool<?, ?>> of(Workspace workspace) {
        return new WorkspaceTools(workspace).all();
    }

    private List<Tool<?, ?>> all() {
        return List.of(
                Tool.producing(WRITE, Write.class, Written.class, (wanted, context) -> write(wanted))
                        .description("Makes or replaces a text file of at most 64 KiB")
                        .effect(SideEffect.WRITE)
                        .observes(),
                Tool.of("workspace.read", Place.class, Content.class, this::read)
                        .description("Reads a text file of at most 64 KiB")
                        .effect(SideEffect.READ),
                Tool.producing(VERIFY, Verify.class, Verified.class, (wanted, context) -> verify(wanted))
                        .description("Checks that a file has the content with a certain SHA-256")
                        .effect(SideEffect.READ)
                        .verifies(),
                Tool.of("workspace.list", Folder.class, Listing.class, this::list)
                        .description("Lists what is in one folder, with sizes")
                        .effect(SideEffect.READ));
    }

    record Write(
            @Param(description = "relative to the workspace")
            String path,

            String content) {}

    record Written(String path, String sha256, long bytes, String externalId) {}

    record Place(
            @Param(description = "relative to the workspace")
            String path) {}

    record Content(String path, String sha256, long bytes, String content) {}

    record Verify(
            @Param(description = "relative to the workspace")
            String path,

            @Param(description = "what the file should have, 64 lower-case hexadecimal digits")
            String sha256) {}

    record Verified(String path, String expected, String actual, boolean passed) {}

    record Folder(
            @Param(description = "relative to the workspace", defaultValue = ".")
            String path) {}

    enum Kind {
        FILE,
        FOLDER,
        OTHER
    }

    record Entry(String name, Kind kind, long bytes) {}

    record Listing(String path, List<Entry> entries, long more) {}

    private ToolOutput<Written> write(Write wanted) {
        byte[] content = wanted.content().getBytes(StandardCharsets.UTF_8);
        workspace.write(wanted.path(), content);
        String path = workspace.name(wanted.path());
        String hash = sha256(content);
        Written written = new Written(path, hash, content.length, externalId(path, hash));
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("operation", "write");
        data.put("path", path);
        data.put("sha256", hash);
        data.put("bytes", content.length);
        return ToolOutput.of(written)
                .evidence(Evidence.observed("action", Json.of(data)).externalId(written.externalId()));
    }

    private Content read(Place place) throws IOException {
        byte[] content = workspace.read(place.path());
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content))
                    .toString();
            return new Content(workspace.name(place.path()), sha256(content), content.length, text);
        } catch (CharacterCodingException e) {
            throw ToolFailed.permanent("'" + place.path() + "' is no text");
        }
    }

    private ToolOutput<Verified> verify(Verify wanted) throws IOException {
        String path = workspace.name(wanted.path());
        String actual = sha256(workspace.read(wanted.path()));
        Verified verified = new Verified(path, wanted.sha256(), actual, actual.equals(wanted.sha256()));
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("path", path);
        data.put("expected", verified.expected());
        data.put("actual", actual);
        Evidence.Subject subject = new Evidence.Subject(null, externalId(path, verified.expected()));
        return ToolOutput.of(verified)
                .evidence(Evidence.verified("verification", Json.of(data), subject, verified.passed()));
    }

    private Listing list(Folder folder) throws IOException {
        Path path = workspace.existing(folder.path());
        if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            throw ToolFailed.permanent("'" + folder.path() + "' is no folder");
        }
        try (Stream<Path> content = Files.list(path)) {
            List<Path> sorted = content.sorted().toList();
            List<Entry> entries = sorted.stream()
                    .limit(MAX_ENTRIES)
                    .map(WorkspaceTools::entry)
                    .toList();
            return new Listing(folder.path(), entries, sorted.size() - entries.size());
        }
    }

    private static Entry entry(Path path) {
        boolean isFile = Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
        boolean isFolder = Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
        Kind kind = isFile ? Kind.FILE : isFolder ? Kind.FOLDER : Kind.OTHER;
        return new Entry(
                String.valueOf(path.getFileName()), kind, isFile ? path.toFile().length() : 0);
    }

    /** Returns the name of a certain content at a certain place. */
    static String externalId(String path, String sha256) {
        return "workspace:" + path + "#sha256:" + sha256;
    }

    static String sha256(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
