package dev.harbor.net;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Makes events of lines, by the rules of the WHATWG. Lines are bytes: a line end is one in UTF-8 as well, and joined lines are decoded when they are whole,
 * so that nothing depends on where the network cuts them. Not thread-safe.
 */
final class SseFields {

    private static final byte[] DATA = bytes("data");
    private static final byte[] EVENT = bytes("event");
    private static final byte[] ID = bytes("id");
    private static final byte[] RETRY = bytes("retry");

    private static final int MOST_RETRY_DIGITS = 15;

    private final ByteText data = new ByteText();
    private boolean hasData;
    private String type = "";
    private String pendingId = "";
    private String id = "";
    private @Nullable Duration retry;

    private static byte[] bytes(String name) {
        return name.getBytes(StandardCharsets.US_ASCII);
    }

    /** Takes a line that is not blank. */
    void line(byte[] line, int start, int end) {
        int colon = start;
        while (colon < end && line[colon] != ':') {
            colon++;
        }
        int value = Math.min(colon + 1, end);
        if (value < end && line[value] == ' ') {
            value++;
        }
        field(line, start, colon, value, end);
    }

    private void field(byte[] line, int start, int nameEnd, int value, int end) {
        if (is(line, start, nameEnd, DATA)) {
            if (hasData) {
                data.append((byte) '\n');
            }
            data.append(line, value, end);
            hasData = true;
        } else if (is(line, start, nameEnd, EVENT)) {
            type = text(line, value, end);
        } else if (is(line, start, nameEnd, ID)) {
            takeId(line, value, end);
        } else if (is(line, start, nameEnd, RETRY)) {
            takeRetry(line, value, end);
        }
    }

    private static boolean is(byte[] line, int start, int end, byte[] name) {
        if (end - start != name.length) {
            return false;
        }
        for (int i = 0; i < name.length; i++) {
            if (line[start + i] != name[i]) {
                return false;
            }
        }
        return true;
    }

    private void takeId(byte[] line, int start, int end) {
        for (int i = start; i < end; i++) {
            if (line[i] == 0) {
                return;
            }
        }
        pendingId = text(line, start, end);
    }

    private void takeRetry(byte[] line, int start, int end) {
        long millis = 0;
        if (start == end || end - start > MOST_RETRY_DIGITS) {
            return;
        }
        for (int i = start; i < end; i++) {
            if (line[i] < '0' || line[i] > '9') {
                return;
            }
            millis = millis * 10 + (line[i] - '0');
        }
        retry = Duration.ofMillis(millis);
    }

    private static String text(byte[] line, int start, int end) {
        return new String(line, start, end - start, StandardCharsets.UTF_8);
    }

    /** Takes a blank line, which ends an event. Returns the event, or null when it has no data. */
    @Nullable
    SseEvent blank() {
        id = pendingId;
        SseEvent event = hasData ? new SseEvent(type.isEmpty() ? SseEvent.MESSAGE : type, data.text(), id) : null;
        data.clear();
        hasData = false;
        type = "";
        return event;
    }

    /** Returns how many bytes of data the event has that is under way. */
    int pendingBytes() {
        return data.size();
    }

    String lastEventId() {
        return id;
    }

    @Nullable
    Duration retry() {
        return retry;
    }
}
