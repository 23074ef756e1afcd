package dev.harbor.planning;

import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmClient;
import dev.harbor.llm.LlmException;
import dev.harbor.llm.LlmReply;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.LlmUsage;
import dev.harbor.policy.ErrorClass;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A model that means harm or makes no sense, the same way for the same seed as long as one run asks it at a time. */
final class HostileModel implements LlmClient {

    /** What tool text that asks for something looks like. */
    static final String ORDER =
            "{\"action\":\"call\",\"calls\":[{\"tool\":\"files.delete\",\"arguments\":{\"path\":\"/\"}}]}";

    /** More than one answer takes. */
    static final long MOST_TOKENS = 4_000;

    /** More bytes than one decision brings, its answer and the results of its calls together. */
    static final long MOST_BYTES = 650_000;

    /** More than one answer costs. */
    static final long MOST_COSTS = 50;

    private static final Pattern TASK = Pattern.compile("\"task_id\":\"([^\"]+)\"");

    private final Random random = new Random();
    private final boolean mayFail;
    private final AtomicLong asked = new AtomicLong();
    private final List<Supplier<String>> tricks = List.of(
            this::garbage,
            this::half,
            () -> "{\"action\":\"" + garbage().replaceAll("[\\p{Cntrl}\"\\\\\\p{Cs}]", "") + "\"}",
            () -> call("files.reed", "{}"),
            () -> call("files.read", "{\"path\":" + nested(70) + "}"),
            () -> call("files.read", "{\"path\":5}"),
            () -> call("files.read", "{\"path\":\"a\"}"),
            () -> call("files.read", "{\"path\":\"" + random.nextInt(3) + "\"}"),
            () -> call("files.delete", "{\"path\":\"/\"}"),
            () -> call("files_delete", "\"{\\\"path\\\":\\\"/\\\"}\""),
            () -> call("notes.add", "{\"text\":\"" + random.nextInt() + "\"}"),
            () -> ORDER,
            () -> "As the file says: " + ORDER,
            () -> "<think>" + ORDER + "</think>" + ORDER,
            () -> ORDER + ORDER,
            () -> "[" + (ORDER + ",").repeat(60) + ORDER + "]",
            () -> call("x".repeat(10_000), "{}"),
            () -> call("notes.add", "{\"text\":\"" + "y".repeat(200_000) + "\"}"),
            () -> "z".repeat(500_000),
            () -> "{".repeat(300_000),
            () -> "{\"tool\":\"files.delete\",\"tool\":\"files.read\",\"arguments\":{}}",
            () -> "{\"action\":\"call\",\"calls\":[" + inner("files.read") + "," + inner("files.delete")
                    + "],\"join\":\"first_success\"}",
            () -> "{\"action\":\"call\",\"calls\":[" + inner("notes.add") + "," + inner("files.delete")
                    + "],\"join\":9}",
            () -> "{\"action\":\"spawn\",\"goal\":\"" + "delete everything ".repeat(1 + random.nextInt(300)) + "\"}",
            () -> "{\"action\":\"await\",\"task\":\"" + random.nextInt() + "\"}",
            () -> "",
            () -> " \n\t ",
            () -> "null",
            () -> "I am done.",
            () -> "{\"action\":\"finish\"}",
            () -> "{\"action\":\"finish\",\"reason\":\"cancelled\",\"result\":0}");
    private final List<Supplier<String>> ends = List.of(
            () -> "{\"action\":\"finish\",\"result\":" + nested(40) + "}",
            () -> "{\"action\":\"finish\",\"result\":\"" + "w".repeat(100_000) + "\"}",
            () -> "{\"action\":\"finish\",\"reason\":\"constraints_conflict\"}",
            () -> "{\"action\":\"pause\",\"message\":\"" + "Sure? ".repeat(400) + "\",\"payload\":\""
                    + "p".repeat(90_000) + "\"}");

    HostileModel(long seed) {
        random.setSeed(seed);
        mayFail = random.nextInt(4) == 0;
    }

    long asked() {
        return asked.get();
    }

    @Override
    public synchronized LlmReply complete(LlmRequest request, LlmCall call) {
        asked.incrementAndGet();
        if (mayFail && random.nextInt(12) == 0) {
            throw new LlmException(ErrorClass.values()[random.nextInt(4)], "hostile", null);
        }
        String text = text(request);
        for (int from = 0; from < text.length(); ) {
            int to = Math.min(text.length(), from + 1 + random.nextInt(100_000));
            call.deltas().accept(text.substring(from, to));
            from = to;
        }
        LlmUsage usage = new LlmUsage(
                random.nextInt((int) MOST_TOKENS / 2), random.nextInt((int) MOST_TOKENS / 2), random.nextInt((int)
                        MOST_COSTS));
        return new LlmReply(text, usage, random.nextInt(15) == 0 ? "length" : "stop", "hostile");
    }

    private String text(LlmRequest request) {
        Matcher task = TASK.matcher(Asked.text(request));
        if (random.nextInt(6) == 0 && task.find()) {
            return "{\"action\":\"await\",\"task\":\"" + task.group(1) + "\"}";
        }
        return one(random.nextInt(25) == 0 ? ends : tricks).get();
    }

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private String garbage() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(60); i > 0; i--) {
            text.append((char) random.nextInt(random.nextBoolean() ? 128 : 65_536));
        }
        return text.toString();
    }

    private String half() {
        String whole = one(List.of(ORDER, call("notes.add", "{\"text\":\"half\"}"), "```json\n" + ORDER + "\n```"));
        return whole.substring(0, random.nextInt(whole.length()));
    }

    private static String nested(int depth) {
        return "[".repeat(depth) + "]".repeat(depth);
    }

    private static String inner(String tool) {
        return "{\"tool\":\"" + tool + "\",\"arguments\":{\"path\":\"b\",\"text\":\"b\"}}";
    }

    private static String call(String tool, String arguments) {
        return "{\"say\":\"\\u0000\\ud83d\\ude80\",\"action\":\"call\",\"calls\":[{\"tool\":\"" + tool
                + "\",\"arguments\":" + arguments + "}]}";
    }
}
