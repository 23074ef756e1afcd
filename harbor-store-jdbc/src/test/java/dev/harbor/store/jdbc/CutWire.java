package dev.harbor.store.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Stands between a driver and its server and passes bytes on. Told so, it cuts the connection that carries the next append: before the server sees the statement, or
 * when the server has answered and the driver has not. Thread-safe.
 */
final class CutWire implements AutoCloseable {

    private final ServerSocket front;
    private final int server;
    private final AtomicReference<Cut> next = new AtomicReference<>(Cut.NEVER);
    private final AtomicInteger cuts = new AtomicInteger();
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile byte[] append = ascii("WITH input AS");
    private volatile byte[] executed = ascii("SELECT 1");
    private volatile boolean down;
    private volatile boolean stayDown;

    /** When a connection is cut. */
    enum Cut {
        NEVER,
        BEFORE_THE_SERVER_SEES_IT,
        WHILE_THE_SERVER_IS_AT_IT,
        BEFORE_THE_ANSWER_IS_SEEN
    }

    CutWire(int server) throws IOException {
        this.server = server;
        front = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Cuts appends that leave the head as it is, in place of others. */
    void onTheSameHead() {
        append = ascii("WITH held AS");
        executed = ascii("INSERT 0 1");
    }

    int port() {
        return front.getLocalPort();
    }

    /** Cuts the connection of the next append; {@code andStayDown} refuses connections from then on. */
    void cutNext(Cut cut, boolean andStayDown) {
        down = false;
        stayDown = andStayDown;
        next.set(cut);
    }

    /** Lets connections through again. */
    void up() {
        down = false;
    }

    int cuts() {
        return cuts.get();
    }

    private void accept() {
        while (!front.isClosed()) {
            try {
                Socket driver = front.accept();
                if (down) {
                    driver.close();
                } else {
                    connect(driver);
                }
            } catch (IOException e) {
                // Closed, or a driver that has gone; the next one is served.
            }
        }
    }

    private void connect(Socket driver) throws IOException {
        Socket database = new Socket(InetAddress.getLoopbackAddress(), server);
        sockets.add(driver);
        sockets.add(database);
        Wire wire = new Wire(driver, database);
        start(wire::fromDriver);
        start(wire::fromServer);
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "cut-wire");
        thread.setDaemon(true);
        thread.start();
    }

    /** Looks at bytes that pass and says whether to cut there. */
    @FunctionalInterface
    private interface Judge {
        boolean test(byte[] bytes) throws IOException;
    }

    /** Is one connection, cut at most once. */
    private final class Wire {

        private final Socket driver;
        private final Socket database;
        private volatile boolean armed;

        Wire(Socket driver, Socket database) {
            this.driver = driver;
            this.database = database;
        }

        void fromDriver() {
            pass(driver, database, bytes -> {
                if (!contains(bytes, append)) {
                    return false;
                }
                Cut cut = next.getAndSet(Cut.NEVER);
                armed = cut == Cut.BEFORE_THE_ANSWER_IS_SEEN;
                if (cut == Cut.WHILE_THE_SERVER_IS_AT_IT) {
                    database.getOutputStream().write(bytes);
                }
                return cut == Cut.BEFORE_THE_SERVER_SEES_IT || cut == Cut.WHILE_THE_SERVER_IS_AT_IT;
            });
        }

        void fromServer() {
            pass(database, driver, bytes -> armed && contains(bytes, executed));
        }

        private void pass(Socket from, Socket to, Judge isCutAt) {
            byte[] buffer = new byte[1 << 16];
            try (from;
                    to) {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    if (isCutAt.test(Arrays.copyOf(buffer, n))) {
                        down = stayDown;
                        cuts.incrementAndGet();
                        return;
                    }
                    out.write(buffer, 0, n);
                }
            } catch (IOException e) {
                // One side has gone, and the other is closed with it.
            } finally {
                sockets.remove(from);
                sockets.remove(to);
            }
        }
    }

    private static boolean contains(byte[] bytes, byte[] wanted) {
        return new String(bytes, StandardCharsets.ISO_8859_1).contains(new String(wanted, StandardCharsets.ISO_8859_1));
    }

    @Override
    public void close() throws IOException {
        front.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
