package dev.harbor.benchmarks;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Is a server of MCP that does as little as it can, so that the client is what is measured: {@code echo} says what it is told, {@code large} says 4 MB. A program,
 * over stdio or over HTTP; over HTTP it writes its port first.
 */
public final class McpEchoServer {

    static final int LARGE = 4 << 20;

    private static final Pattern ID = Pattern.compile("\"id\"\\s*:\\s*(\"[^\"]*\"|[0-9]+)");
    private static final Pattern METHOD = Pattern.compile("\"method\"\\s*:\\s*\"([^\"]*)\"");
    private static final Pattern TEXT = Pattern.compile("\"text\"\\s*:\\s*(\"[^\"]*\")");
    private static final Pattern LENGTH = Pattern.compile("(?i)content-length: *([0-9]+)");
    private static final String INITIALIZED =
            "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"echo\",\"version\":\"1\"}}";
    private static final String SCHEMA =
            "\"inputSchema\":{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}}}}";
    private static final String TOOLS =
            "{\"tools\":[{\"name\":\"echo\"," + SCHEMA + ",{\"name\":\"large\"," + SCHEMA + "]}";
    private static final String LARGE_TEXT = "\"" + "x".repeat(LARGE) + "\"";

    private McpEchoServer() {}

    /** Serves over {@code stdio} until its input ends, or over {@code http} until it is killed. */
    public static void main(String[] arguments) throws IOException {
        if (arguments[0].equals("stdio")) {
            serveStdio();
        } else {
            serveHttp();
        }
    }

    private static void serveStdio() throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8), 64 << 10);
        OutputStream out = new FileOutputStream(FileDescriptor.out);
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String answer = answer(line);
            if (!answer.isEmpty()) {
                out.write((answer + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private static void serveHttp() throws IOException {
        ServerSocket server = new ServerSocket(0, 128, InetAddress.getLoopbackAddress());
        System.out.println(server.getLocalPort());
        while (true) {
            Socket socket = server.accept();
            new Thread(() -> serve(socket)).start();
        }
    }

    private static void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream(), 64 << 10);
            OutputStream out = socket.getOutputStream();
            for (String head = head(in); !head.isEmpty(); head = head(in)) {
                Matcher length = LENGTH.matcher(head);
                byte[] body = in.readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0);
                out.write(reply(head, new String(body, StandardCharsets.UTF_8)));
            }
        } catch (IOException e) {
            // The client has gone, which is how a benchmark ends.
            Thread.currentThread().setName("ended");
        }
    }

    private static byte[] reply(String head, String body) {
        String answer = head.startsWith("POST") ? answer(body) : "";
        String status = answer.isEmpty() ? head.startsWith("GET") ? "405 No" : "202 Accepted" : "200 OK";
        byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
        byte[] start = ("HTTP/1.1 " + status
                        + "\r\nContent-Type: application/json\r\nMcp-Session-Id: s\r\nContent-Length: " + bytes.length
                        + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        byte[] whole = new byte[start.length + bytes.length];
        System.arraycopy(start, 0, whole, 0, start.length);
        System.arraycopy(bytes, 0, whole, start.length, bytes.length);
        return whole;
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.length() < 4 || head.lastIndexOf("\r\n\r\n") != head.length() - 4) {
            int next = in.read();
            if (next < 0) {
                return "";
            }
            head.append((char) next);
        }
        return head.toString();
    }

    private static String answer(String message) {
        String id = first(ID, message);
        if (id.isEmpty()) {
            return "";
        }
        return switch (first(METHOD, message)) {
            case "initialize" -> result(id, INITIALIZED);
            case "tools/list" -> result(id, TOOLS);
            case "tools/call" -> result(id, said(message));
            case "ping" -> result(id, "{}");
            default ->
                "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}";
        };
    }

    private static String said(String message) {
        String text = message.contains("\"large\"") ? LARGE_TEXT : first(TEXT, message);
        return "{\"content\":[{\"type\":\"text\",\"text\":" + text + "}]}";
    }

    private static String result(String id, String result) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}";
    }

    private static String first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1) : "";
    }
}
