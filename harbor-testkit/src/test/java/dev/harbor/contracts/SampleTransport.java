package dev.harbor.contracts;

import dev.harbor.catalog.ExternalToolset;
import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.ToolOutput;
import dev.harbor.tool.TransportKind;
import dev.harbor.transport.SourceState;
import dev.harbor.transport.ToolSource;
import dev.harbor.transport.ToolTransportProvider;
import dev.harbor.transport.TransportConfig;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A transport in this process: settings name the tools, and a thread stands for a connection that is kept open. */
class SampleTransport implements ToolTransportProvider {

    static final TransportKind KIND = new TransportKind("sample");

    @Override
    public TransportKind kind() {
        return KIND;
    }

    @Override
    public ToolSource open(TransportConfig config) {
        if (!config.kind().equals(kind())) {
            throw new ConfigurationException("source '" + config.source() + "' is of another kind: " + config.kind());
        }
        if (config.settings().get("tools").isEmpty()) {
            throw new ConfigurationException("source '" + config.source() + "' has no setting 'tools'");
        }
        return source(config);
    }

    Source source(TransportConfig config) {
        return new Source(config);
    }

    /** A source of tools that answer with an empty object. */
    static class Source implements ToolSource {

        private final TransportConfig config;
        private final CountDownLatch closing = new CountDownLatch(1);
        private volatile SourceState state = SourceState.STARTING;
        private @Nullable Thread connection;

        Source(TransportConfig config) {
            this.config = config;
        }

        @Override
        public String name() {
            return config.source();
        }

        @Override
        public synchronized void start(Consumer<ExternalToolset> toolsets) {
            Objects.requireNonNull(toolsets, "toolsets");
            if (closing.getCount() == 0) {
                throw new ConfigurationException(ErrorCode.CLOSED, "source '" + name() + "' is closed");
            }
            if (config.settings().get("reachable").isEmpty()) {
                state = SourceState.DOWN;
                return;
            }
            connect();
            toolsets.accept(toolset());
            state = SourceState.READY;
        }

        void connect() {
            connection = new Thread(this::stayConnected, "sample-connection");
            connection.setDaemon(true);
            connection.start();
        }

        private void stayConnected() {
            try {
                closing.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        ExternalToolset toolset() {
            List<Tool<Json, Json>> tools = config.settings().get("tools").orElseThrow().elements().stream()
                    .map(name -> tool(name.asString()))
                    .toList();
            return ExternalToolset.of(name(), "1", tools);
        }

        private static Tool<Json, Json> tool(String name) {
            ToolDefinition definition = ToolDefinition.builder(ToolId.of(name), Json.parse("{\"type\":\"object\"}"))
                    .transport(KIND)
                    .build();
            return Tool.json(definition, (input, context) -> ToolOutput.of(Json.EMPTY_OBJECT));
        }

        @Override
        public SourceState state() {
            return state;
        }

        @Override
        public void close() {
            closing.countDown();
            state = SourceState.DOWN;
        }
    }
}
