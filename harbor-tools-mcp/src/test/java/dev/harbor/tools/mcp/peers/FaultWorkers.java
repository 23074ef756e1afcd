package dev.harbor.tools.mcp.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs one client in a process that is a new one after each fault that it came through badly, so that what is left behind of one falsifies no other. */
final class FaultWorkers implements AutoCloseable {

    private final String client;
    private @Nullable Process worker;

    FaultWorkers(String client) {
        this.client = client;
    }

    String cell(String trial) throws IOException {
        Process running = worker == null ? started() : worker;
        worker = running;
        running.outputWriter(StandardCharsets.UTF_8).append(trial).append('\n').flush();
        String cell = answer(running.inputReader(StandardCharsets.UTF_8));
        if (FaultCell.isBad(cell)) {
            close();
        }
        return cell;
    }

    private static String answer(BufferedReader out) throws IOException {
        String line = out.readLine();
        while (line != null && !line.startsWith(FaultWorker.ANSWER)) {
            line = out.readLine();
        }
        return line == null ? "**ended the process**" : line.substring(FaultWorker.ANSWER.length());
    }

    private Process started() throws IOException {
        return new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx512m",
                        "-Dharbor.peers.seconds=" + System.getProperty("harbor.peers.seconds", "16"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        FaultWorker.class.getName(),
                        client))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    @Override
    public void close() {
        Process running = worker;
        worker = null;
        if (running != null) {
            running.descendants().forEach(ProcessHandle::destroyForcibly);
            running.destroyForcibly();
        }
    }
}
