package dev.harbor.benchmarks;

import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.json.Json;
import dev.harbor.safety.ContextSafety;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A result of 64 KiB on its way into the file store, beside the least that makes a file durable. */
@State(Scope.Benchmark)
public class OffloadBenchmark {

    private static final int SIZE = 64 * 1024;
    private static final ArtifactOptions JSON = ArtifactOptions.of("application/json");

    private final ArtifactScope scope = new ArtifactScope(HarborCalls.ADA, "call-1");
    private final byte[] bytes = quoted();
    private final Json same = Json.lazy(text());
    private Path folder = Path.of("target");
    private ContextSafety safety = Artifacts.memory();
    private long count;

    private static byte[] quoted() {
        byte[] bytes = new byte[SIZE];
        Arrays.fill(bytes, (byte) 'x');
        bytes[0] = '"';
        bytes[SIZE - 1] = '"';
        return bytes;
    }

    /** Opens an empty store on the disk that the build is on; a folder in memory would make syncing free. */
    @Setup(Level.Iteration)
    public void open() throws IOException {
        folder = Files.createTempDirectory(Files.createDirectories(Path.of("target", "benchmarks")), "offload");
        safety = Artifacts.files(folder.resolve("store"));
        Files.createDirectory(folder.resolve("bare"));
        Files.write(folder.resolve("same"), bytes);
        offload(same);
    }

    /** Removes it. */
    @TearDown(Level.Iteration)
    public void remove() throws IOException {
        safety.close();
        Disk.delete(folder);
    }

    /** Offloads bytes that the store has never seen. */
    @Benchmark
    public Object fresh() {
        return offload(Json.lazy(another()));
    }

    /** Offloads bytes that are there: stores them and makes a stub with a preview. */
    @Benchmark
    public Object again() {
        return offload(same);
    }

    /** Stores bytes that are there. */
    @Benchmark
    public Object putAgain() {
        return safety.artifacts(scope).put(same.toBytes(), JSON);
    }

    /** Writes a file, syncs it and gives it its name. */
    @Benchmark
    public Object bareFile() throws IOException {
        return Disk.write(folder.resolve("bare"), another().getBytes(StandardCharsets.UTF_8));
    }

    /** The same, and makes the name durable. */
    @Benchmark
    public Object bareFileAndName() throws IOException {
        Path file = Disk.write(folder.resolve("bare"), another().getBytes(StandardCharsets.UTF_8));
        Disk.sync(folder.resolve("bare"));
        return file;
    }

    /** Hashes the bytes and looks whether a file is there. */
    @Benchmark
    public long bareHashAndStat() throws IOException, NoSuchAlgorithmException {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(same.toBytes());
        return digest[0] + Files.size(folder.resolve("same"));
    }

    private Object offload(Json value) {
        return safety.settle(value, scope, "tool.v1", ContextSafety.DEFAULT_THRESHOLD_BYTES);
    }

    /** Returns a text that was not there before. */
    private String another() {
        byte[] stamp = Long.toString(count++).getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(stamp, 0, bytes, 1, stamp.length);
        return text();
    }

    private String text() {
        return new String(bytes, StandardCharsets.US_ASCII);
    }
}
