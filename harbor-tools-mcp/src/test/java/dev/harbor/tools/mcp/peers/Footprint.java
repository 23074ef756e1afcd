package dev.harbor.tools.mcp.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Is what this process holds at a moment.
 *
 * @param threads those that are alive
 * @param processes its children and theirs
 * @param channels how many pipes and sockets are open; zero where that can't be told
 */
record Footprint(Set<Thread> threads, Set<ProcessHandle> processes, long channels) {

    /** One of each for all, of the JVM and of the module, which end by themselves when they have nothing to do. */
    private static final List<String> SHARED = List.of("process reaper", "harbor-mcp-timer");

    private static final String DELAYS_OF_A_POOL = "java.util.concurrent.DelayScheduler";

    private static final Path OPEN = Path.of("/proc/self/fd");

    static Footprint now() {
        Set<ProcessHandle> processes = ProcessHandle.current().descendants().collect(Collectors.toSet());
        return new Footprint(Set.copyOf(Thread.getAllStackTraces().keySet()), processes, openChannels());
    }

    private static long openChannels() {
        if (!Files.isDirectory(OPEN)) {
            return 0;
        }
        try (Stream<Path> open = Files.list(OPEN)) {
            return open.filter(Footprint::isChannel).count();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static boolean isChannel(Path descriptor) {
        try {
            String target = Files.readSymbolicLink(descriptor).toString();
            return target.startsWith("pipe:") || target.startsWith("socket:");
        } catch (NoSuchFileException closed) {
            return false;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static boolean isShared(Thread thread) {
        return SHARED.stream().anyMatch(thread.getName()::startsWith);
    }

    /** The virtual machine has one of each for all, and begins and ends them when it sees fit: workers of the common pool, carriers, pollers. */
    private static boolean isOfTheVirtualMachine(Thread thread) {
        String type = thread.getClass().getName();
        return (thread instanceof ForkJoinWorkerThread worker && worker.getPool() == ForkJoinPool.commonPool())
                || type.startsWith("jdk.internal.")
                || type.equals(DELAYS_OF_A_POOL);
    }

    /** Returns what is there now and was not there at this moment, in words; empty if nothing is. */
    List<String> leaks() {
        Footprint now = now();
        Set<Thread> newThreads = new HashSet<>(now.threads);
        newThreads.removeAll(threads);
        newThreads.removeIf(thread -> !thread.isAlive() || isShared(thread) || isOfTheVirtualMachine(thread));
        Set<ProcessHandle> newProcesses = new HashSet<>(now.processes);
        newProcesses.removeAll(processes);
        return Stream.of(
                        newThreads.stream()
                                .map(thread -> "thread '" + thread.getName() + "'")
                                .sorted(),
                        newProcesses.stream().map(process -> "process"),
                        Stream.of("channel").filter(any -> now.channels > channels))
                .flatMap(all -> all)
                .toList();
    }
}
