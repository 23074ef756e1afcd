package dev.harbor.tools.mcp.peers;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;

/** Says how a peer is started: a JVM that is up as soon as it can be, without anything on its class path but the peers. */
final class PeerCommand {

    private PeerCommand() {}

    static List<String> of(StdioFault fault, Path heard) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-Xmx256m",
                "-cp",
                classes(),
                StdioPeer.class.getName(),
                fault.name(),
                heard.toString());
    }

    private static String classes() {
        try {
            return new File(StdioPeer.class.getProtectionDomain().getCodeSource().getLocation().toURI()).getPath();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
