package dev.harbor.tools.mcp;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Cuts a stream of bytes into lines of UTF-8. What is longer than allowed is read past and never held. Confined to one thread. */
final class LineReader {

    private static final int BUFFER = 64 << 10;
    private static final int FIRST_LINE = 8 << 10;

    /** How much of either end of a line that is too long is kept. */
    private static final int KEPT = 512;

    private final InputStream from;
    private final int mostBytes;
    private final byte[] buffer = new byte[BUFFER];
    private int at;
    private int end;
    private byte[] begun = new byte[FIRST_LINE];
    private int size;
    private boolean over;
    private byte[] tail = new byte[0];

    LineReader(InputStream from, int mostBytes) {
        this.from = from;
        this.mostBytes = mostBytes;
    }

    /**
     * Is a line without its end.
     *
     * @param text the text; for a line that is too long, its beginning and its end
     * @param tooLong whether it is too long
     * @param valid whether the bytes are UTF-8; what is not has become the replacement character
     */
    record Line(String text, boolean tooLong, boolean valid) {}

    /** Returns the next line, or null at the end. A last line without an end counts. */
    @Nullable
    Line next() throws IOException {
        while (at < end || fill()) {
            int stop = lineEnd();
            if (stop == end) {
                keep(stop);
                at = stop;
                continue;
            }
            Line line = line(stop);
            at = stop + 1;
            return line;
        }
        return size > 0 || over ? finish() : null;
    }

    private boolean fill() throws IOException {
        at = 0;
        end = 0;
        int count = from.read(buffer, 0, buffer.length);
        end = Math.max(0, count);
        return count >= 0;
    }

    private int lineEnd() {
        int i = at;
        while (i < end && buffer[i] != '\n') {
            i++;
        }
        return i;
    }

    private Line line(int stop) {
        if (size == 0 && !over && stop - at <= mostBytes) {
            return decoded(buffer, at, stop);
        }
        keep(stop);
        return finish();
    }

    private void keep(int stop) {
        int count = stop - at;
        if (over || size + count > mostBytes) {
            dropMiddle(stop);
            return;
        }
        if (begun.length < size + count) {
            begun = Arrays.copyOf(
                    begun, (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(size + count, begun.length * 2L)));
        }
        System.arraycopy(buffer, at, begun, size, count);
        size += count;
    }

    private void dropMiddle(int stop) {
        if (!over) {
            over = true;
            if (size < KEPT) {
                int more = Math.min(KEPT - size, stop - at);
                System.arraycopy(buffer, at, begun, size, more);
                size += more;
            }
            size = Math.min(size, KEPT);
            begun = Arrays.copyOf(begun, FIRST_LINE);
        }
        byte[] last = Arrays.copyOfRange(buffer, Math.max(at, stop - KEPT), stop);
        byte[] joined = Arrays.copyOf(tail, tail.length + last.length);
        System.arraycopy(last, 0, joined, tail.length, last.length);
        tail = Arrays.copyOfRange(joined, Math.max(0, joined.length - KEPT), joined.length);
    }

    private Line finish() {
        Line line = over ? tooLong() : decoded(begun, 0, size);
        size = 0;
        over = false;
        tail = new byte[0];
        if (begun.length > 16 * FIRST_LINE) {
            begun = new byte[FIRST_LINE];
        }
        return line;
    }

    private Line tooLong() {
        String text =
                new String(begun, 0, size, StandardCharsets.UTF_8) + ' ' + new String(tail, StandardCharsets.UTF_8);
        return new Line(text, true, true);
    }

    private static Line decoded(byte[] bytes, int start, int stop) {
        int last = stop > start && bytes[stop - 1] == '\r' ? stop - 1 : stop;
        String text = new String(bytes, start, last - start, StandardCharsets.UTF_8);
        boolean valid = text.indexOf('\uFFFD') < 0 || isUtf8(bytes, start, last);
        return new Line(text, false, valid);
    }

    private static boolean isUtf8(byte[] bytes, int start, int stop) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, start, stop - start));
            return true;
        } catch (CharacterCodingException e) {
            // The answer is what was asked for.
            return false;
        }
    }
}
