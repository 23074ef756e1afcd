package dev.harbor.benchmarks;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** From nothing to the first answer of an MCP server over stdio, and its end. */
@State(Scope.Benchmark)
public class McpStartBenchmark {

    /** Who calls. */
    @Param({"HARBOR", "SDK"})
    public McpContender contender = McpContender.HARBOR;

    /** Starts, calls, and ends. */
    @Benchmark
    public int start() {
        try (McpContender.Open open = contender.stdio(McpBenchmark.command("stdio"))) {
            return open.call("echo", "hello");
        }
    }
}
