package dev.harbor.tools.mcp;

import dev.harbor.catalog.ExternalToolset;
import dev.harbor.catalog.ToolsetChangeException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what a server lists and puts it into the catalog, all at once. A tool that the catalog refuses is renamed or left out, and the others are put there.
 * Used by one thread at a time; its reports may be read by any.
 */
final class Delivery {

    private static final Logger LOG = LoggerFactory.getLogger(McpSource.class);

    private final McpSettings settings;
    private final Host host;
    private @Nullable Consumer<ExternalToolset> toolsets;
    private @Nullable String delivered;
    private int generations;
    private volatile List<McpToolReport> reports = List.of();

    Delivery(McpSettings settings, Host host) {
        this.settings = settings;
        this.host = host;
    }

    /**
     * Is what was read.
     *
     * @param made the tools
     * @param modern whether calls have to carry headers of the newest era
     * @param holds how long the list of tools holds by the server's word; zero if it does not say
     * @param trouble what is wrong with it, or null
     */
    record Content(
            Catalogue.Made made,
            boolean modern,
            Duration holds,
            @Nullable String trouble) {

        /** Returns what changes when anything does that a call needs. */
        String key() {
            return made.digest() + (modern ? "-modern" : "");
        }
    }

    void to(Consumer<ExternalToolset> consumer) {
        toolsets = consumer;
    }

    List<McpToolReport> reports() {
        return reports;
    }

    /**
     * Reads the lists of a server.
     *
     * @throws LinkFailure if that fails
     */
    Content read(Connection connection) throws InterruptedException {
        Listing listing = connection.spoken().offers("tools")
                ? Listing.of(connection, settings.limits, "tools")
                : new Listing(List.of(), false, Duration.ZERO);
        boolean modernHttp = connection.spoken().isModern() && settings.target instanceof HttpTarget;
        List<OfferedTools.Offered> extras = new OfferedTools(settings, host).of(connection);
        Catalogue.Made made = new Catalogue(settings, host, modernHttp).make(listing.entries(), extras);
        return new Content(made, modernHttp, listing.fresh(), trouble(listing, made));
    }

    private @Nullable String trouble(Listing listing, Catalogue.Made made) {
        List<String> missing = Catalogue.missing(settings, made);
        if (!missing.isEmpty()) {
            return "the server does not list what bindings name: " + String.join(", ", missing);
        }
        return listing.truncated()
                ? "the server lists more than is taken: " + settings.limits.pages() + " pages, "
                        + settings.limits.tools() + " tools"
                : null;
    }

    /**
     * Puts it into the catalog, unless it is there already.
     *
     * @return whether it was not
     * @throws ToolsetChangeException if the catalog takes none of it
     */
    boolean deliver(Content content) {
        Catalogue.Made made = content.made();
        if (content.key().equals(delivered)) {
            return false;
        }
        for (int tries = made.tools().size() + 1; ; tries--) {
            try {
                accept(made);
                break;
            } catch (ToolsetChangeException e) {
                made = withoutTrouble(made, e, tries);
            }
        }
        delivered = content.key();
        reports = made.reports();
        report(made);
        return true;
    }

    private void accept(Catalogue.Made made) {
        generations++;
        String generation = generations + "-" + made.digest().substring(0, 16);
        Objects.requireNonNull(toolsets).accept(ExternalToolset.of(settings.name, generation, made.tools()));
    }

    private static Catalogue.Made withoutTrouble(Catalogue.Made made, ToolsetChangeException refusal, int tries) {
        String tool = refusal.tool();
        boolean ours = made.tools().stream().anyMatch(each -> each.id().name().equals(tool));
        if (tool == null || !ours || tries <= 0) {
            throw refusal;
        }
        return refusal.kind() == ToolsetChangeException.Kind.EXTERNAL_TOOL_COLLISION && !isRenamed(tool)
                ? made.renamed(tool)
                : made.without(tool, Words.line(String.valueOf(refusal.getMessage())));
    }

    /** A name that ends as other names do is not changed once more. */
    private static boolean isRenamed(String tool) {
        return tool.matches(".*-[0-9a-f]{8}");
    }

    private void report(Catalogue.Made made) {
        for (McpToolReport report : made.reports()) {
            if (report.reason() != null) {
                LOG.info("source '{}' leaves out '{}': {}", settings.name, report.remoteName(), report.reason());
            }
        }
    }
}
