package dev.harbor.benchmarks;

import dev.harbor.benchmarks.DispatchBenchmark.Contender;
import dev.harbor.benchmarks.DispatchBenchmark.Payload;
import dev.harbor.benchmarks.Entry.Clock;
import java.util.List;
import java.util.stream.Stream;

/** What is measured, in the order of the table, and what has to be reached. */
final class Programme {

    private Programme() {}

    static List<Entry> all() {
        return Stream.of(
                        calls("two fields", Payload.ADD, 2048),
                        calls("300 bytes", Payload.REFUND, 4096),
                        parts(),
                        threads(),
                        disk(),
                        registration(),
                        JournalEntries.all(),
                        planning(),
                        network(),
                        mcp())
                .flatMap(List::stream)
                .toList();
    }

    /** Returns what a JDK can run: a thousand calls at once take a thousand threads, and those are virtual. */
    static List<Entry> on(int feature) {
        return all().stream()
                .filter(entry -> feature >= 21 || !entry.method().startsWith("ParallelBenchmark"))
                .toList();
    }

    /** Returns the entries whose bytes are guarded. */
    static List<Entry> guarded() {
        return all().stream()
                .filter(entry -> entry.goals().stream().anyMatch(goal -> goal.kind() == Goal.Kind.BYTES))
                .toList();
    }

    private static List<Entry> calls(String what, Payload payload, double bytes) {
        return List.of(
                call(what + ": Harbor, whole contract", payload, Contender.HARBOR)
                        .goals(
                                Goal.ratio(what + ": langchain4j", "langchain4j", 1.2, 0.8),
                                Goal.ratio(what + ": Spring AI method", "Spring AI method", 0.9, 0.6),
                                Goal.bytes(bytes)),
                call(what + ": langchain4j", payload, Contender.LANGCHAIN4J),
                call(what + ": Spring AI method", payload, Contender.SPRING_AI_METHOD),
                call(what + ": Spring AI function", payload, Contender.SPRING_AI_FUNCTION),
                call(what + ": ADK with text in and out", payload, Contender.ADK));
    }

    private static Entry call(String id, Payload payload, Contender contender) {
        return Entry.of(Clock.CPU, id, "DispatchBenchmark.call")
                .with("payload", payload.name())
                .with("contender", contender.name());
    }

    private static List<Entry> parts() {
        return List.of(
                Entry.of(Clock.CPU, "policy layer: retry, breaker, bulkhead, deadline", "ShellBenchmark.unlimited")
                        .goals(Goal.nanos(250), Goal.bytes(128)),
                Entry.of(Clock.CPU, "policy layer: with the rate limit too", "ShellBenchmark.limited")
                        .goals(Goal.nanos(250), Goal.bytes(128)),
                Entry.of(Clock.CPU, "codec: read two fields", "CodecBenchmark.decodeAdd"),
                Entry.of(Clock.CPU, "codec: write two fields", "CodecBenchmark.encodeAdd"),
                Entry.of(Clock.CPU, "codec: read 300 bytes", "CodecBenchmark.decodeRefund"),
                Entry.of(Clock.CPU, "codec: write 300 bytes", "CodecBenchmark.encodeRefund"),
                Entry.of(Clock.CPU, "foreign schema: check five properties", "SchemaBenchmark.validate")
                        .goals(Goal.nanos(1000)),
                Entry.of(Clock.CPU, "foreign schema: parse and check", "SchemaBenchmark.parseAndValidate"));
    }

    private static List<Entry> threads() {
        return List.of(
                Entry.of(Clock.WALL, "worker: Harbor, whole contract", "IsolationBenchmark.harbor")
                        .goals(Goal.ratio("worker: bare submit and get", "bare", 1.3)),
                Entry.of(Clock.WALL, "worker: bare submit and get", "IsolationBenchmark.bare"),
                Entry.of(Clock.WALL, "run parked, approved and ended beside 10,000", "PauseBenchmark.roundTrip")
                        .goals(Goal.nanos(10_000_000)),
                Entry.of(Clock.WALL, "a batch of 50 calls", "FlowBenchmark.batch"),
                Entry.of(Clock.WALL, "pure tool by name", "FlowBenchmark.tool"),
                Entry.of(Clock.WALL, "flow of one node", "FlowBenchmark.oneNode"),
                Entry.of(Clock.WALL, "flow of ten nodes", "FlowBenchmark.tenNodes"),
                Entry.of(Clock.WALL, "search of 10,000 tools", "ToolSearchBenchmark.search")
                        .goals(Goal.nanos(5_000_000)),
                Entry.of(Clock.WALL, "1,000 calls of 10 ms at once", "ParallelBenchmark.calls")
                        .goals(Goal.nanos(100e6)));
    }

    private static List<Entry> disk() {
        return List.of(
                Entry.of(Clock.WALL, "64 KiB into the file store", "OffloadBenchmark.fresh")
                        .goals(
                                Goal.ratio("64 KiB into a synced file", "synced file", 1.2),
                                Goal.ratio(
                                        "64 KiB into a synced file with a synced name", "synced file and name", 1.2)),
                Entry.of(Clock.WALL, "64 KiB into a synced file", "OffloadBenchmark.bareFile"),
                Entry.of(
                        Clock.WALL, "64 KiB into a synced file with a synced name", "OffloadBenchmark.bareFileAndName"),
                Entry.of(Clock.WALL, "64 KiB that the file store has: stored", "OffloadBenchmark.putAgain")
                        .goals(Goal.ratio("64 KiB hashed, one stat", "hash and stat", 1.2)),
                Entry.of(Clock.WALL, "64 KiB that the file store has: stored, previewed", "OffloadBenchmark.again"),
                Entry.of(Clock.WALL, "64 KiB hashed, one stat", "OffloadBenchmark.bareHashAndStat"));
    }

    private static List<Entry> registration() {
        return List.of(
                Entry.of(Clock.COLD, "100 typed tools, cold", "RegistrationBenchmark.register")
                        .goals(Goal.nanos(150e6)),
                Entry.of(Clock.COLD, "100 typed tools and their runtime, cold", "RegistrationBenchmark.start"),
                Entry.of(Clock.WALL, "100 typed tools, warm", "RegistrationBenchmark.registerAnew")
                        .goals(Goal.nanos(20e6)),
                Entry.of(Clock.WALL, "100 typed tools over known types", "RegistrationBenchmark.register"));
    }

    private static List<Entry> planning() {
        return List.of(
                Entry.of(Clock.CPU, "turn of a model planner, 10 tools", "PlannerBenchmark.tenTools"),
                Entry.of(Clock.CPU, "turn of a model planner, 100 tools", "PlannerBenchmark.hundredTools"),
                Entry.of(Clock.CPU, "turn of a model planner, 1,000 tools", "PlannerBenchmark.thousandTools"),
                Entry.of(Clock.CPU, "turn of a model planner, answer of 16 KB", "PlannerBenchmark.longAnswer"));
    }

    private static List<Entry> network() {
        return List.of(
                Entry.of(Clock.WALL, "1 KB by POST: Harbor", "HttpBenchmark.harbor")
                        .goals(Goal.ratio("1 KB by POST: HttpClient", "HttpClient", 1.25)),
                Entry.of(Clock.WALL, "1 KB by POST: tool", "HttpBenchmark.tool")
                        .goals(Goal.ratio("1 KB by POST: HttpClient", "HttpClient", 1.25)),
                Entry.of(Clock.WALL, "1 KB by POST: tool on a worker", "HttpBenchmark.toolOnWorker")
                        .goals(Goal.ratio("1 KB by POST: HttpClient", "HttpClient", 1.25)),
                Entry.of(Clock.WALL, "1 KB by POST: HttpClient", "HttpBenchmark.httpClient"),
                Entry.of(Clock.RATE, "1 KB by POST, 32 threads: Harbor", "HttpBenchmark.harborOnThreads")
                        .goals(Goal.ratio("1 KB by POST, 32 threads: HttpClient", "HttpClient", 1.11)),
                Entry.of(Clock.RATE, "1 KB by POST, 32 threads: tool", "HttpBenchmark.toolOnThreads")
                        .goals(Goal.ratio("1 KB by POST, 32 threads: HttpClient", "HttpClient", 1.11)),
                Entry.of(Clock.RATE, "1 KB by POST, 32 threads: tool on workers", "HttpBenchmark.toolOnWorkerOnThreads")
                        .goals(Goal.ratio("1 KB by POST, 32 threads: HttpClient", "HttpClient", 1.11)),
                Entry.of(Clock.RATE, "1 KB by POST, 32 threads: HttpClient", "HttpBenchmark.httpClientOnThreads"),
                Entry.of(Clock.CPU, "1 MB of small events: Harbor", "SseBenchmark.harborSmall")
                        .goals(Goal.ratio("1 MB of small events: lines", "lines", 1)),
                Entry.of(Clock.CPU, "1 MB of small events: lines", "SseBenchmark.linesSmall"),
                Entry.of(Clock.CPU, "1 MB in one event: Harbor", "SseBenchmark.harborLarge")
                        .goals(Goal.ratio("1 MB in one event: lines", "lines", 1)),
                Entry.of(Clock.CPU, "1 MB in one event: lines", "SseBenchmark.linesLarge"));
    }

    private static List<Entry> mcp() {
        return Stream.of(
                        mcp("echo", "echo", "stdio"),
                        mcp("echo, 8 threads", "echoOnThreads", "stdio"),
                        mcp("4 MB", "large", "stdio"),
                        mcp("echo", "echo", "http"),
                        mcp("echo, 8 threads", "echoOnThreads", "http"),
                        mcp("4 MB", "large", "http"),
                        pair(Clock.COLD, "MCP over stdio: first call, cold", "McpStartBenchmark.start"))
                .flatMap(List::stream)
                .toList();
    }

    private static List<Entry> mcp(String what, String method, String transport) {
        return pair(Clock.WALL, "MCP over " + transport + ": " + what, "McpBenchmark." + method).stream()
                .map(entry -> entry.with("transport", transport))
                .toList();
    }

    private static List<Entry> pair(Clock clock, String what, String method) {
        return List.of(
                Entry.of(clock, what + ": Harbor", method)
                        .with("contender", McpContender.HARBOR.name())
                        .goals(Goal.ratio(what + ": SDK", "SDK", 1)),
                Entry.of(clock, what + ": SDK", method).with("contender", McpContender.SDK.name()));
    }
}
