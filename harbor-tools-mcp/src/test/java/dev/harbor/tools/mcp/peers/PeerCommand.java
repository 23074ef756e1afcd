package dev.harbor.tools.mcp.peers;

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
                ClassPath.of(StdioPeer.class),
                StdioPeer.class.getName(),
                fault.name(),
                heard.toString());
    }
}
