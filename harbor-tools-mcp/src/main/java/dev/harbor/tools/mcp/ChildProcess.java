package dev.harbor.tools.mcp;

import dev.harbor.access.Secret;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Is a server that runs as a child of this process, with whatever it starts itself. Thread-safe. */
final class ChildProcess {

    private static final Logger LOG = LoggerFactory.getLogger(McpSource.class);
    private static final boolean WINDOWS =
            System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");

    /** Without these, programs on Windows don't start at all; none says anything about its user. */
    private static final List<String> NEEDED_ON_WINDOWS = List.of("SystemRoot", "SystemDrive", "PATHEXT");

    private final Process process;
    private final LastWords lastWords;
    private final Thread errorReader;
    private final Object lock = new Object();
    private final Set<ProcessHandle> family = new LinkedHashSet<>();

    private ChildProcess(Process process, String name) {
        this.process = process;
        this.lastWords = new LastWords(process.getErrorStream());
        this.errorReader = Background.run("harbor-mcp-err-" + name, lastWords);
    }

    /**
     * Starts a server.
     *
     * @throws LinkFailure if it can't be started
     */
    static ChildProcess start(StdioTarget target, String name) {
        ProcessBuilder builder = new ProcessBuilder(command(target.command()));
        Map<String, String> environment = builder.environment();
        Map<String, String> ours = Map.copyOf(environment);
        environment.clear();
        Set<String> inherited = new LinkedHashSet<>(target.inherited());
        if (WINDOWS) {
            inherited.addAll(NEEDED_ON_WINDOWS);
        }
        inherited.stream().filter(ours::containsKey).forEach(key -> environment.put(key, ours.get(key)));
        for (Map.Entry<String, Secret> variable : target.environment().entrySet()) {
            environment.put(variable.getKey(), variable.getValue().reveal());
        }
        Path directory = target.directory();
        if (directory != null) {
            builder.directory(directory.toFile());
        }
        try {
            return new ChildProcess(builder.start(), name);
        } catch (IOException e) {
            // The message of the cause names the program and the directory, which are the host's own words.
            throw LinkFailure.notSent("the server could not be started: " + e.getMessage(), e);
        }
    }

    /** Windows starts no script by its bare name, so that the one that is meant is looked for. */
    private static List<String> command(List<String> command) {
        if (!WINDOWS || command.get(0).contains(".") || command.get(0).contains(File.separator)) {
            return command;
        }
        List<String> resolved = new ArrayList<>(command);
        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .flatMap(folder -> Stream.of(".exe", ".cmd", ".bat").map(end -> new File(folder, command.get(0) + end)))
                .filter(File::isFile)
                .findFirst()
                .ifPresent(file -> resolved.set(0, file.getPath()));
        return resolved;
    }

    InputStream output() {
        return process.getInputStream();
    }

    OutputStream input() {
        return process.getOutputStream();
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Runs something when the process has ended. */
    @SuppressWarnings("FutureReturnValueIgnored") // what comes of it is the action itself
    void onEnd(Runnable action) {
        process.onExit().thenRun(action);
    }

    /** Notes what the process has started so far: what it leaves behind when it dies can't be found any more then. */
    void look() {
        List<ProcessHandle> now = process.descendants().toList();
        synchronized (lock) {
            family.removeIf(member -> !member.isAlive());
            family.addAll(now);
        }
    }

    /** Says how it ended, with its last words. */
    String obituary() {
        Background.join(errorReader, 100);
        String words = lastWords.text();
        String how = process.isAlive()
                ? "the server has closed its output"
                : "the server has ended with status " + process.exitValue();
        return words.isEmpty() ? how : how + "; its last words: " + words;
    }

    /**
     * Ends the process and everything that it has started: its input is closed, it is asked to end, it is killed. Each of the first two has so much time.
     */
    void end(Duration grace) {
        look();
        closeQuietly();
        if (await(grace)) {
            destroyFamily(grace);
            return;
        }
        look();
        process.destroy();
        descendants().forEach(ProcessHandle::destroy);
        if (!await(grace)) {
            LOG.debug("a server did not end when it was asked to, and is killed");
        }
        process.destroyForcibly();
        descendants().forEach(ProcessHandle::destroyForcibly);
        await(grace);
        release();
    }

    /** What outlives the server was started by it and has nobody else. */
    private void destroyFamily(Duration grace) {
        List<ProcessHandle> left = descendants();
        if (!left.isEmpty()) {
            left.forEach(ProcessHandle::destroy);
            left.forEach(member -> await(member, grace));
            left.forEach(ProcessHandle::destroyForcibly);
        }
        release();
    }

    private static void await(ProcessHandle member, Duration grace) {
        try {
            member.onExit().get(grace.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException e) {
            LOG.trace("a descendant of a server has not ended yet", e);
        }
    }

    private List<ProcessHandle> descendants() {
        synchronized (lock) {
            return family.stream().filter(ProcessHandle::isAlive).toList();
        }
    }

    private void closeQuietly() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // It has closed its input already.
            LOG.trace("the input of a server was closed", e);
        }
    }

    /** Waits for the process to end by itself, a moment. */
    void awaitEnd(long millis) {
        await(Duration.ofMillis(millis));
    }

    private boolean await(Duration grace) {
        boolean interrupted = false;
        long end = System.nanoTime() + grace.toNanos();
        try {
            while (true) {
                try {
                    return process.waitFor(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    // A server is not left behind because its closer is in a hurry.
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void release() {
        for (InputStream stream : List.of(process.getInputStream(), process.getErrorStream())) {
            close(stream);
        }
        Background.join(errorReader, 200);
    }

    private static void close(@Nullable InputStream stream) {
        try {
            if (stream != null) {
                stream.close();
            }
        } catch (IOException e) {
            LOG.trace("a stream of a server was closed", e);
        }
    }
}
