package dev.harbor.tools.http;

import dev.harbor.artifact.ArtifactStub;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.json.Json;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/** Loads so many bytes through a tool into a store in files. Arguments: directory, bytes. */
final class LargeDownload {

    private LargeDownload() {}

    public static void main(String[] arguments) throws Exception {
        long size = Long.parseLong(arguments[1]);
        ToolPolicy patient =
                ToolPolicy.builder().timeout(Duration.ofMinutes(15)).build();
        try (RawServer server = RawServer.start(peer -> serve(peer, size));
                HttpAccess access =
                        World.loopback().totalTimeout(Duration.ofMinutes(15)).build();
                HarborRuntime runtime = HarborRuntime.builder()
                        .artifacts(Artifacts.files(Path.of(arguments[0])))
                        .policy(patient)
                        .tools(HttpTool.get("load", server.url("/large"))
                                .auth(HttpAuth.bearer("TOKEN"))
                                .answer(HttpAnswer.standard().maxArtifactBytes(Long.MAX_VALUE))
                                .build()
                                .over(access))
                        .build()) {
            Caller ada = runtime.as(World.ADA);
            ArtifactStub stub =
                    ArtifactStub.parse(ada.call("load", Json.EMPTY_OBJECT).orThrow());
            PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
            out.println(stub.sizeBytes() + " " + stub.mediaType());
        }
    }

    private static void serve(RawServer.Peer peer, long size) throws Exception {
        peer.read();
        peer.send("HTTP/1.1 200 OK\r\nContent-Type: application/zip\r\nContent-Length: " + size + "\r\n\r\n");
        byte[] block = new byte[1 << 20];
        for (long sent = 0; sent < size; sent += block.length) {
            block[(int) (sent % 1000)]++;
            peer.send(block);
        }
    }
}
