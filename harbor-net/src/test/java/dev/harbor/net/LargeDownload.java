package dev.harbor.net;

import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ScopedArtifacts;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Loads so many bytes into a store in files and sends them back. Arguments: directory, bytes. */
final class LargeDownload {

    private LargeDownload() {}

    public static void main(String[] arguments) throws Exception {
        long size = Long.parseLong(arguments[1]);
        ScopedArtifacts artifacts = Stores.files(Path.of(arguments[0]));
        NetLimits large = NetLimits.standard().body(NetLimits.UNLIMITED);
        try (ScriptedServer server = ScriptedServer.start(peer -> serve(peer, size));
                GuardedHttp http = Local.builder().limits(large).build()) {
            Outbound get =
                    Outbound.get(server.uri("/down")).timeouts(Local.PATIENT).build();
            ArtifactInfo stored = http.send(get).saveTo(artifacts);
            Outbound put = Outbound.builder("PUT", server.uri("/up"))
                    .payload(Payload.of(artifacts, stored))
                    .build();
            try (Reply reply = http.send(put)) {
                PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
                out.println(stored.sizeBytes() + " " + reply.text(100));
            }
        }
    }

    private static void serve(Peer peer, long size) throws Exception {
        for (String head = peer.readHead(); head != null; head = peer.readHead()) {
            if (head.startsWith("GET")) {
                peer.send("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: " + size + "\r\n\r\n");
                byte[] block = new byte[1 << 20];
                for (long sent = 0; sent < size; sent += block.length) {
                    block[(int) (sent % 1000)]++;
                    peer.send(block);
                }
            } else {
                String count = String.valueOf(peer.skip(size));
                peer.send("HTTP/1.1 200 OK\r\nContent-Length: " + count.length() + "\r\n\r\n" + count);
            }
        }
    }
}
