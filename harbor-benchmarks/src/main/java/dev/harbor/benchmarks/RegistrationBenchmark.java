package dev.harbor.benchmarks;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.slf4j.LoggerFactory;

/** What a service does at its start: derives the schemas and codecs of a hundred tools, each over a type of its own, and builds the runtime. */
@State(Scope.Benchmark)
public class RegistrationBenchmark {

    private static final ToolInputs.Answer ANSWER = new ToolInputs.Answer("1", true, List.of());

    private final List<Class<?>> types = ToolInputs.hundred();

    /** Starts the logging, as a service has done before it registers anything. */
    @Setup
    public void startLogging() {
        LoggerFactory.getILoggerFactory();
    }

    /** Registers them all. */
    @Benchmark
    public int register() {
        List<Tool<?, ?>> tools = new ArrayList<>();
        for (Class<?> type : types) {
            String name = "service." + type.getSimpleName().toLowerCase(Locale.ROOT);
            tools.add(Tool.of(name, type, ToolInputs.Answer.class, value -> ANSWER)
                    .description("Does " + name));
        }
        try (HarborRuntime runtime = HarborRuntime.builder()
                .tools(tools)
                .artifacts(Artifacts.memory())
                .build()) {
            return runtime.as(HarborCalls.ADA).tools().size();
        }
    }
}
