package dev.harbor.tools.http;

import dev.harbor.catalog.ExternalToolset;
import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import dev.harbor.tool.Tool;
import dev.harbor.transport.SourceState;
import dev.harbor.transport.ToolSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Is a source of HTTP tools: one slot of the catalog, filled when a runtime starts and replaced as a whole by {@link #reload()}. Nothing is contacted before a
 * tool is called. Either all tools are registered or none is.
 *
 * <p>Thread-safe.
 */
public final class HttpToolset implements ToolSource {

    private final String name;
    private final HttpAccess access;
    private final boolean owning;
    private final Supplier<List<HttpTool>> loader;
    private final AtomicInteger generations = new AtomicInteger();
    private final Object lock = new Object();
    private @Nullable Consumer<ExternalToolset> toolsets;
    private SourceState state = SourceState.STARTING;
    private boolean closed;

    private HttpToolset(String name, HttpAccess access, boolean owning, Supplier<List<HttpTool>> loader) {
        this.name = Objects.requireNonNull(name, "name");
        this.access = Objects.requireNonNull(access, "access");
        this.owning = owning;
        this.loader = Objects.requireNonNull(loader, "loader");
    }

    /** Returns a source of some tools. The access stays open when the source is closed. */
    public static HttpToolset of(String name, HttpAccess access, HttpTool... tools) {
        List<HttpTool> fixed = List.of(tools);
        return loading(name, access, () -> fixed);
    }

    /**
     * Returns a source of tools that are loaded when it is started and each time it is reloaded. The access stays open when the source is closed.
     *
     * @param loader returns all tools, or throws; called on the thread that starts or reloads
     */
    public static HttpToolset loading(String name, HttpAccess access, Supplier<List<HttpTool>> loader) {
        return new HttpToolset(name, access, false, loader);
    }

    /** Returns a source of the tools that a manifest describes, which is read when the source is started and each time it is reloaded. */
    public static HttpToolset manifest(String name, HttpAccess access, Path file) {
        Objects.requireNonNull(file, "file");
        return loading(name, access, () -> HttpManifest.read(file));
    }

    /** Returns this source as one that closes its access when it is closed. */
    public HttpToolset owningAccess() {
        return new HttpToolset(name, access, true, loader);
    }

    @Override
    public String name() {
        return name;
    }

    /**
     * Loads the tools and delivers them.
     *
     * @throws ConfigurationException if a tool is wrong, names a credential that is not known, or the source is closed; nothing is registered then
     */
    @Override
    public void start(Consumer<ExternalToolset> consumer) {
        Objects.requireNonNull(consumer, "consumer");
        synchronized (lock) {
            requireOpen();
            toolsets = consumer;
        }
        deliver(consumer, SourceState.DOWN);
    }

    /**
     * Loads the tools again and puts them in the place of those that are there, all or none: if something is wrong, these stay and the source is degraded. Calls
     * that run keep what they began with.
     *
     * @throws ConfigurationException if a tool is wrong, or the source is closed or was not started
     */
    public void reload() {
        Consumer<ExternalToolset> consumer;
        synchronized (lock) {
            requireOpen();
            consumer = toolsets;
        }
        if (consumer == null) {
            throw new ConfigurationException(
                    "source '" + name + "' was not started, so that there is nothing to reload");
        }
        deliver(consumer, state() == SourceState.DOWN ? SourceState.DOWN : SourceState.DEGRADED);
    }

    private void deliver(Consumer<ExternalToolset> consumer, SourceState otherwise) {
        SourceState next = otherwise;
        try {
            consumer.accept(load());
            next = SourceState.READY;
        } finally {
            become(next);
        }
    }

    private void become(SourceState next) {
        synchronized (lock) {
            state = closed ? SourceState.DOWN : next;
        }
    }

    private ExternalToolset load() {
        List<Tool<?, ?>> tools =
                loader.get().stream().<Tool<?, ?>>map(each -> each.over(access)).toList();
        String digest = Json.of(
                        tools.stream().map(each -> each.definition().digest()).toList())
                .argumentsDigest();
        return ExternalToolset.of(name, generations.incrementAndGet() + "-" + digest.substring(0, 16), tools);
    }

    private void requireOpen() {
        if (closed) {
            throw new ConfigurationException(ErrorCode.CLOSED, "source '" + name + "' is closed");
        }
    }

    @Override
    public SourceState state() {
        synchronized (lock) {
            return state;
        }
    }

    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            state = SourceState.DOWN;
        }
        if (owning) {
            access.close();
        }
    }
}
