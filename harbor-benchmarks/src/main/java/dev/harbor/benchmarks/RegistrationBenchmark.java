package dev.harbor.benchmarks;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.catalog.ToolCatalog;
import dev.harbor.json.Codec;
import dev.harbor.json.CodecFactory;
import dev.harbor.json.Json;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.Tool;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.slf4j.LoggerFactory;

/** What a service does at its start: derives the schemas and codecs of a hundred tools, each over a type of its own, and registers them. */
@State(Scope.Benchmark)
public class RegistrationBenchmark {

    private static final ToolInputs.Answer ANSWER = new ToolInputs.Answer("1", true, List.of());

    private final List<Class<?>> types = ToolInputs.hundred();

    /** Is the codec of a class that no tool has, so that a factory with it shares nothing with the factory before. */
    private final Codec<Thread> unused =
            Codec.custom(Thread.class, Json.parse("{\"type\":\"null\"}"), json -> new Thread(), thread -> Json.NULL);

    /** Starts the logging, as a service has done before it registers anything. */
    @Setup
    public void startLogging() {
        LoggerFactory.getILoggerFactory();
    }

    /** Registers them. */
    @Benchmark
    public Object register() {
        return catalog(tools(type -> tool(type, Codec.of(type), Codec.of(ToolInputs.Answer.class))));
    }

    /** Registers them with codecs that are derived anew each time. */
    @Benchmark
    public Object registerAnew() {
        CodecFactory anew = CodecFactory.standard().with(Thread.class, unused);
        return catalog(tools(type -> tool(type, anew.codec(type), anew.codec(ToolInputs.Answer.class))));
    }

    /** Registers them, builds the runtime, lists them and closes it. */
    @Benchmark
    public int start() {
        try (HarborRuntime runtime = HarborRuntime.builder()
                .tools(tools(type -> tool(type, Codec.of(type), Codec.of(ToolInputs.Answer.class))))
                .artifacts(Artifacts.memory())
                .build()) {
            return runtime.as(HarborCalls.ADA).tools().size();
        }
    }

    private List<Tool<?, ?>> tools(Function<Class<?>, Tool<?, ?>> tool) {
        return types.stream().<Tool<?, ?>>map(tool).toList();
    }

    private static <T> Tool<?, ?> tool(Class<?> type, Codec<T> input, Codec<ToolInputs.Answer> output) {
        String name = "service." + type.getSimpleName().toLowerCase(Locale.ROOT);
        return Tool.over(name, input, output, (value, context) -> ANSWER).description("Does " + name);
    }

    private static Object catalog(List<Tool<?, ?>> tools) {
        return ToolCatalog.builder().declare(tools).build().snapshot();
    }
}
