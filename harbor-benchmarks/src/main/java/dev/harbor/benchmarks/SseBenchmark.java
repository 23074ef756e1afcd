package dev.harbor.benchmarks;

import dev.harbor.net.NetLimits;
import dev.harbor.net.SseEvent;
import dev.harbor.net.SseReader;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A megabyte of events of an MCP server, small ones and one large one, beside a reader of lines. */
@State(Scope.Benchmark)
public class SseBenchmark {

    private static final int SIZE = 1 << 20;

    private final byte[] small =
            events("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"n\":17}}");
    private final byte[] large = events("x".repeat(SIZE - 64));

    private static byte[] events(String data) {
        String event = "id: 7\nevent: message\ndata: " + data + "\n\n";
        return event.repeat(Math.max(1, SIZE / event.length())).getBytes(StandardCharsets.UTF_8);
    }

    /** Reads small events. */
    @Benchmark
    public long harborSmall() {
        return harbor(small);
    }

    /** Reads small events line by line. */
    @Benchmark
    public long linesSmall() throws IOException {
        return lines(small);
    }

    /** Reads a large event. */
    @Benchmark
    public long harborLarge() {
        return harbor(large);
    }

    /** Reads a large event line by line. */
    @Benchmark
    public long linesLarge() throws IOException {
        return lines(large);
    }

    private static long harbor(byte[] stream) {
        long count = 0;
        try (SseReader reader = SseReader.of(new ByteArrayInputStream(stream), NetLimits.standard())) {
            for (SseEvent event = reader.next(); event != null; event = reader.next()) {
                count += event.data().length();
            }
        }
        return count;
    }

    /** What most write: lines of text, fields by prefix. It knows no CR alone, no mark, and no limit. */
    private static long lines(byte[] stream) throws IOException {
        long count = 0;
        String type = "message";
        String id = "";
        List<String> data = new ArrayList<>();
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(new ByteArrayInputStream(stream), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.isEmpty()) {
                    SseEvent event = new SseEvent(type, String.join("\n", data), id);
                    count += event.data().length();
                    data.clear();
                } else if (line.startsWith("data:")) {
                    data.add(value(line, "data:"));
                } else if (line.startsWith("id:")) {
                    id = value(line, "id:");
                } else if (line.startsWith("event:")) {
                    type = value(line, "event:");
                }
            }
        }
        return count;
    }

    private static String value(String line, String name) {
        int from = name.length();
        return line.substring(line.startsWith(" ", from) ? from + 1 : from);
    }
}
