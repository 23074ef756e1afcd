package dev.harbor.tool.annotation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifact.ScopedArtifacts;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.policy.Cancellation;
import dev.harbor.tool.Resumption;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolInvoker;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tool.ToolOutput;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Calls tools without a runtime. */
final class Calls {

    private Calls() {}

    static Tool<?, ?> only(Object tools) {
        List<Tool<?, ?>> all = AnnotatedTools.of(tools);
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    static Tool<?, ?> named(Object tools, String name) {
        return AnnotatedTools.of(tools).stream()
                .filter(tool -> tool.id().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the result as JSON, or throws what the tool threw. */
    static String call(Tool<?, ?> tool, String arguments) {
        try {
            return encoded(tool, arguments);
        } catch (Exception e) {
            throw Calls.<RuntimeException>sneaked(e);
        }
    }

    private static <I, O> String encoded(Tool<I, O> tool, String arguments) throws Exception {
        return tool.invoker()
                .encodeResult(invoke(tool, arguments).value(), true)
                .toString();
    }

    static <I, O> ToolOutput<O> invoke(Tool<I, O> tool, String arguments) throws Exception {
        ToolInvoker<I, O> invoker = tool.invoker();
        return invoker.invoke(invoker.decode(Json.parse(arguments)), new Standing());
    }

    @SuppressWarnings("unchecked") // lets tests see what the tool threw
    private static <T extends Throwable> T sneaked(Throwable failure) throws T {
        throw (T) failure;
    }

    /** A context in which nothing can be done. */
    private static final class Standing implements ToolContext {

        @Override
        public Identity identity() {
            return Identity.of("acme", "ada", "s1");
        }

        @Override
        public Optional<String> runId() {
            return Optional.empty();
        }

        @Override
        public String callId() {
            return "call-1";
        }

        @Override
        public int attempt() {
            return 1;
        }

        @Override
        public String idempotencyKey() {
            return "key-1";
        }

        @Override
        public Optional<Duration> remaining() {
            return Optional.empty();
        }

        @Override
        public Cancellation cancellation() {
            throw new UnsupportedOperationException();
        }

        @Override
        public ScopedArtifacts artifacts() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Optional<Resumption> resumption() {
            return Optional.empty();
        }

        @Override
        public void progress(String message) {}

        @Override
        public ToolOutcome<Json> call(String tool, Json arguments) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <I, O> ToolOutcome<O> call(Tool<I, O> tool, I input) {
            throw new UnsupportedOperationException();
        }
    }
}
