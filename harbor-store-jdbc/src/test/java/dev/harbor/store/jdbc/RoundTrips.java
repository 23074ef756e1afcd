package dev.harbor.store.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Stands between a driver and its server and counts how often the driver speaks after the server has: what a network takes its time for. Gives one connection, which
 * stays open when it is given back, as a pool does it. Thread-safe, for one who speaks at a time.
 */
final class RoundTrips implements AutoCloseable {

    private final ServerSocket front;
    private final int server;
    private final AtomicLong count = new AtomicLong();
    private final AtomicBoolean answered = new AtomicBoolean(true);
    private final Connection connection;

    RoundTrips(int server) throws IOException, SQLException {
        this.server = server;
        front = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        start(this::connect);
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(
                "jdbc:postgresql://localhost:" + front.getLocalPort() + "/postgres?user=postgres&sslmode=disable");
        connection = source.getConnection();
    }

    long count() {
        return count.get();
    }

    DataSource source() {
        return proxy(DataSource.class, source -> proxy(Connection.class, name -> connection));
    }

    /** Gives what a call goes to. */
    @FunctionalInterface
    private interface Target {
        Object of(String method);
    }

    private static <T> T proxy(Class<T> type, Target target) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, called, arguments) -> {
                    Object to = target.of(called.getName());
                    if (called.getName().equals("close")) {
                        return null;
                    }
                    if (called.getName().equals("getConnection")) {
                        return to;
                    }
                    try {
                        return called.invoke(to, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    private void connect() throws IOException {
        try (Socket driver = front.accept();
                Socket database = new Socket(InetAddress.getLoopbackAddress(), server)) {
            start(() -> pass(database, driver, () -> answered.set(true)));
            pass(driver, database, () -> {
                if (answered.getAndSet(false)) {
                    count.incrementAndGet();
                }
            });
        }
    }

    private static void pass(Socket from, Socket to, Runnable spoken) throws IOException {
        byte[] buffer = new byte[1 << 16];
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            spoken.run();
            out.write(buffer, 0, n);
        }
    }

    /** Is what a thread does until one side has gone. */
    @FunctionalInterface
    private interface Wire {
        void run() throws IOException;
    }

    private static void start(Wire wire) {
        Thread thread = new Thread(
                () -> {
                    try {
                        wire.run();
                    } catch (IOException e) {
                        // One side has gone, and the other goes with it.
                    }
                },
                "round-trips");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException, SQLException {
        connection.close();
        front.close();
    }
}
