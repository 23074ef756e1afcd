package dev.harbor.tools.mcp;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cuts a stream of bytes into lines of UTF-8. What is longer than allowed is read past and never held. Confined to one thread. */
final class LineReader {

    private static final int BUFFER = 64 << 10;
    private static final int FIRST_PIECE = 1 << 10;

    private static final int LONGEST_CHARACTER = 4;

    /** How much of either end of a line that is too long is kept. */
    private static final int KEPT = 512;

    private final InputStream from;
    private final int mostBytes;
    private final byte[] buffer = new byte[BUFFER];
    private int at;
    private int end;
    private final List<String> texts = new ArrayList<>();
    private boolean valid = true;
    private byte[] last = new byte[FIRST_PIECE];
    private int lastSize;
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
        for (int from = at; from < stop; ) {
            if (lastSize == last.length) {
                makeRoom(stop - from);
            }
            int fits = Math.min(stop - from, last.length - lastSize);
            System.arraycopy(buffer, from, last, lastSize, fits);
            lastSize += fits;
            from += fits;
        }
        size += count;
    }

    /** What is gathered grows until it is as large as the buffer; then it becomes text, up to the last whole character. */
    private void makeRoom(int more) {
        if (last.length < BUFFER) {
            last = Arrays.copyOf(last, Math.min(BUFFER, Math.max(last.length * 2, last.length + more)));
            return;
        }
        int whole = wholeCharacters(last, lastSize);
        addText(last, 0, whole);
        System.arraycopy(last, whole, last, 0, lastSize - whole);
        lastSize -= whole;
    }

    private static int wholeCharacters(byte[] bytes, int size) {
        int start = size - 1;
        while (start > size - LONGEST_CHARACTER && (bytes[start] & 0xC0) == 0x80) {
            start--;
        }
        int lead = bytes[start] & 0xFF;
        int length = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : LONGEST_CHARACTER;
        return start + length > size ? start : size;
    }

    private void addText(byte[] bytes, int start, int stop) {
        String text = new String(bytes, start, stop - start, StandardCharsets.UTF_8);
        valid = valid && (text.indexOf('\uFFFD') < 0 || isUtf8(bytes, start, stop));
        texts.add(text);
    }

    private void dropMiddle(int stop) {
        if (!over) {
            over = true;
            keepHead(stop);
        }
        byte[] end = Arrays.copyOfRange(buffer, Math.max(at, stop - KEPT), stop);
        byte[] joined = Arrays.copyOf(tail, tail.length + end.length);
        System.arraycopy(end, 0, joined, tail.length, end.length);
        tail = Arrays.copyOfRange(joined, Math.max(0, joined.length - KEPT), joined.length);
    }

    private void keepHead(int stop) {
        byte[] before = texts.isEmpty() ? last : texts.get(0).getBytes(StandardCharsets.UTF_8);
        int kept = Math.min(KEPT, size);
        int more = Math.min(KEPT - kept, stop - at);
        last = Arrays.copyOf(before, KEPT);
        System.arraycopy(buffer, at, last, kept, more);
        lastSize = kept + more;
        texts.clear();
    }

    private Line finish() {
        Line line = over ? tooLong() : whole();
        texts.clear();
        lastSize = 0;
        size = 0;
        over = false;
        valid = true;
        tail = new byte[0];
        return line;
    }

    private Line whole() {
        int stop = lastSize > 0 && last[lastSize - 1] == '\r' ? lastSize - 1 : lastSize;
        addText(last, 0, stop);
        return new Line(texts.size() == 1 ? texts.get(0) : String.join("", texts), false, valid);
    }

    private Line tooLong() {
        String text =
                new String(last, 0, lastSize, StandardCharsets.UTF_8) + ' ' + new String(tail, StandardCharsets.UTF_8);
        return new Line(text, true, true);
    }

    private static Line decoded(byte[] bytes, int start, int stop) {
        int last = stop > start && bytes[stop - 1] == '\r' ? stop - 1 : stop;
        String text = new String(bytes, start, last - start, StandardCharsets.UTF_8);
        return new Line(text, false, text.indexOf('\uFFFD') < 0 || isUtf8(bytes, start, last));
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
