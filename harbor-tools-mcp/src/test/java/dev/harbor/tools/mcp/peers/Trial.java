package dev.harbor.tools.mcp.peers;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiPredicate;

/** Runs one client over one fault: connect, call {@code odd}, call {@code echo} until it serves, close; and looks at what is left. */
final class Trial {

    /** A whole trial; a busy machine needs more of it than a quiet one. */
    private static final Duration PATIENCE = Duration.ofSeconds(Integer.getInteger("harbor.peers.seconds", 40));

    private static final Duration REVIVAL = PATIENCE.dividedBy(4);
    private static final Duration SETTLING = PATIENCE.dividedBy(8);

    private final PeerClient client;
    private volatile String step = "start";
    private String start = "";
    private String odd = "";
    private boolean alive;
    private volatile String closing = "";

    private Trial(PeerClient client) {
        this.client = client;
    }

    /**
     * Is how a client came through.
     *
     * @param start empty, or why it did not connect
     * @param odd how the call to odd ended: "answered", "unknown: ..." or "failed: ..."; empty if there was none
     * @param alive whether echo served afterwards
     * @param hung where it did not return in time; empty if it did
     * @param leaks what it left behind
     */
    record Verdict(String start, String odd, boolean alive, String hung, List<String> leaks) {

        boolean isRefused() {
            return !start.isEmpty();
        }

        Verdict without(BiPredicate<List<String>, String> isNone) {
            List<String> left =
                    leaks.stream().filter(leak -> !isNone.test(leaks, leak)).toList();
            return new Verdict(start, odd, alive, hung, left);
        }

        Verdict and(List<String> more) {
            List<String> all = new ArrayList<>(leaks);
            all.addAll(more);
            return new Verdict(start, odd, alive, hung, all);
        }
    }

    static Verdict stdio(PeerClient client, StdioFault fault, Path folder) throws IOException, InterruptedException {
        Path heard = Files.createTempFile(folder, fault.name(), ".heard");
        List<String> command = PeerCommand.of(fault, heard);
        Verdict verdict = new Trial(client).run(() -> client.stdio(command));
        return verdict.and(orphans(heard));
    }

    static Verdict http(PeerClient client, HttpFault fault) throws IOException, InterruptedException {
        try (HttpPeer peer = new HttpPeer(fault)) {
            URI endpoint = peer.endpoint();
            return new Trial(client).run(() -> client.http(endpoint), peer);
        }
    }

    private Verdict run(Callable<PeerClient.Session> open) throws InterruptedException, IOException {
        return run(open, () -> {});
    }

    private Verdict run(Callable<PeerClient.Session> open, java.io.Closeable peer)
            throws InterruptedException, IOException {
        Footprint before = Footprint.now();
        FutureTask<Void> work = new FutureTask<>(() -> drive(open), null);
        Thread thread = new Thread(work, client.name());
        thread.setDaemon(true);
        thread.start();
        String hung = await(work);
        peer.close();
        return new Verdict(start, odd, alive, hung, left(before));
    }

    private String await(FutureTask<Void> work) throws InterruptedException {
        try {
            work.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            return "";
        } catch (TimeoutException e) {
            String where = step;
            work.cancel(true);
            return where;
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    private void drive(Callable<PeerClient.Session> open) {
        try (PeerClient.Session session = open.call()) {
            step = "call";
            odd = oddly(session);
            step = "next call";
            alive = revives(session);
            step = "close";
        } catch (Throwable e) {
            if (step.equals("start")) {
                start = words(e);
            } else {
                closing = words(e);
            }
        }
    }

    private static String oddly(PeerClient.Session session) {
        try {
            String answer = session.call("odd", "hello");
            return answer.contains("hello") ? "answered" : "other answer: " + cut(answer);
        } catch (PeerClient.OutcomeUnknown e) {
            return "unknown: " + e.getMessage();
        } catch (Throwable e) {
            return "failed: " + words(e);
        }
    }

    private static boolean revives(PeerClient.Session session) {
        long end = System.nanoTime() + REVIVAL.toNanos();
        while (System.nanoTime() - end < 0 && !Thread.currentThread().isInterrupted()) {
            if (echoes(session)) {
                return true;
            }
            LockSupport.parkNanos(100_000_000L);
        }
        return false;
    }

    private static boolean echoes(PeerClient.Session session) {
        try {
            return session.call("echo", "still there").contains("still there");
        } catch (Throwable e) {
            return false;
        }
    }

    private List<String> left(Footprint before) {
        List<String> left = new ArrayList<>(leaks(before));
        if (!closing.isEmpty()) {
            left.add("closing failed: " + closing);
        }
        return left;
    }

    private static List<String> leaks(Footprint before) {
        long end = System.nanoTime() + SETTLING.toNanos();
        List<String> leaks = before.leaks();
        while (!leaks.isEmpty() && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(50_000_000L);
            // Some clients leave it to the collector to end their threads, which is no leak where it comes by.
            System.gc();
            leaks = before.leaks();
        }
        return leaks;
    }

    /** Ends what a peer started and nobody ended, and tells of it. */
    private static List<String> orphans(Path heard) throws IOException {
        List<ProcessHandle> children = new ArrayList<>();
        for (String line : Files.readAllLines(heard)) {
            if (line.startsWith("child ")) {
                ProcessHandle.of(Long.parseLong(line.substring(6))).ifPresent(children::add);
            }
        }
        long end = System.nanoTime() + 2_000_000_000L;
        while (children.stream().anyMatch(ProcessHandle::isAlive) && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(50_000_000L);
        }
        List<ProcessHandle> counted = ProcessHandle.current().descendants().toList();
        List<String> orphans = children.stream()
                .filter(child -> child.isAlive() && !counted.contains(child))
                .map(child -> "process")
                .toList();
        children.forEach(ProcessHandle::destroyForcibly);
        return orphans;
    }

    private static String words(Throwable e) {
        return cut(e.getClass().getSimpleName() + ": " + e.getMessage());
    }

    private static String cut(String text) {
        String line = text.replaceAll("\\s+", " ");
        return line.length() > 300 ? line.substring(0, 300) + "..." : line;
    }
}
