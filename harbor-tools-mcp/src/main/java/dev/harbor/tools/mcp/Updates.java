package dev.harbor.tools.mcp;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells a host of resources that have changed, on a thread that is there while there is something to tell: a host that is slow holds up no answer of the
 * server. What changes again before it was told is told once. Thread-safe.
 */
final class Updates {

    private static final Logger LOG = LoggerFactory.getLogger(McpSource.class);
    private static final int MOST_WAITING = 1000;

    private final McpSettings settings;
    private final Set<String> waiting = new LinkedHashSet<>();
    private boolean telling;
    private boolean closed;

    Updates(McpSettings settings) {
        this.settings = settings;
    }

    /** Takes a change; what is no address, and what is too much, is dropped. */
    void add(String uri) {
        if (uri.isEmpty() || uri.length() > McpResourceUpdate.MAX_URI_LENGTH) {
            return;
        }
        synchronized (waiting) {
            if (closed || waiting.size() == MOST_WAITING || !waiting.add(uri) || telling) {
                return;
            }
            telling = true;
        }
        Background.run("harbor-mcp-updates-" + settings.name, this::tellAll);
    }

    private void tellAll() {
        for (String uri = next(); uri != null; uri = next()) {
            tell(uri);
        }
    }

    private @Nullable String next() {
        synchronized (waiting) {
            Iterator<String> first = waiting.iterator();
            telling = first.hasNext();
            if (!telling) {
                return null;
            }
            String uri = first.next();
            first.remove();
            return uri;
        }
    }

    private void tell(String uri) {
        Consumer<McpResourceUpdate> watcher = settings.watcher;
        try {
            if (watcher != null) {
                watcher.accept(new McpResourceUpdate(settings.name, uri, settings.identity));
            }
        } catch (RuntimeException | Error e) {
            // The code of a watcher may throw anything, and the next change is told all the same.
            LOG.warn("who watches resources of source '{}' has failed", settings.name, e);
        }
    }

    /** Tells nothing more. */
    void close() {
        synchronized (waiting) {
            closed = true;
            waiting.clear();
        }
    }
}
