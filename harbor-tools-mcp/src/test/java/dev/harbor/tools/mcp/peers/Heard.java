package dev.harbor.tools.mcp.peers;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Is a request of HTTP that a peer heard.
 *
 * @param verb the method of HTTP
 * @param headers by names in small letters
 * @param message the message in the body, an empty one if there is none
 */
record Heard(String verb, Map<String, String> headers, Request message) {

    /** Reads the next request; null if there is none. */
    static @Nullable Heard read(InputStream in) throws IOException {
        String first = line(in);
        if (first.isEmpty()) {
            return null;
        }
        Map<String, String> headers = headers(in);
        return new Heard(first.substring(0, first.indexOf(' ')), headers, Request.of(body(in, headers)));
    }

    private static Map<String, String> headers(InputStream in) throws IOException {
        Map<String, String> headers = new LinkedHashMap<>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        return headers;
    }

    private static String body(InputStream in, Map<String, String> headers) throws IOException {
        if (headers.getOrDefault("transfer-encoding", "").equals("chunked")) {
            return chunked(in);
        }
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        return text(in.readNBytes(length));
    }

    private static String chunked(InputStream in) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        int length;
        do {
            length = Integer.parseInt(line(in), 16);
            body.write(in.readNBytes(length));
            line(in);
        } while (length > 0);
        return text(body.toByteArray());
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0 && line.size() == 0) {
                return "";
            }
            if (b < 0) {
                throw new EOFException("within a line");
            }
            if (b != '\r') {
                line.write(b);
            }
        }
        return text(line.toByteArray());
    }

    String header(String name) {
        return headers.getOrDefault(name, "");
    }

    /** Returns the method of the message, or that of HTTP if there is no message. */
    String what() {
        return verb.equals("POST") ? message.method() : verb;
    }
}
