package dev.harbor.tools.a2a;

import dev.harbor.error.ErrorCode;
import dev.harbor.tool.ToolFailed;
import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Is one agent: its card, where it may lead, and what requests to it take.
 *
 * <p>Thread-safe.
 */
final class Peer {

    static final ErrorCode UNUSABLE = ErrorCode.of("A2A_AGENT_UNUSABLE");

    private static final Comparator<AgentInterface> PREFERRED =
            Comparator.comparing(AgentInterface::version).thenComparing(AgentInterface::binding);

    private final CardStore cards;
    private final Origins origins;
    private final Authorization authorization;
    private final PeerSettings settings;

    Peer(URI base, Set<URI> more, A2aSignatures signatures, Authorization authorization, PeerSettings settings) {
        this.cards = new CardStore(base, settings, signatures);
        this.origins = Origins.of(base, more);
        this.authorization = authorization;
        this.settings = settings;
    }

    CardStore cards() {
        return cards;
    }

    PeerSettings settings() {
        return settings;
    }

    /**
     * Returns where an agent can be called, the best first: by version, by binding, by the order of the card.
     *
     * @throws ToolFailed if it can't; the message says what it offers
     */
    List<AgentInterface> interfaces(AgentCard card) {
        List<AgentInterface> found = card.interfaces().stream()
                .filter(each -> origins.allow(each.url()))
                .sorted(PREFERRED)
                .toList();
        if (found.isEmpty()) {
            throw Failures.permanent(UNUSABLE, unusable(card));
        }
        requireExtensions(card);
        return found;
    }

    private static String unusable(AgentCard card) {
        String spoken = "spoken here are JSONRPC and HTTP+JSON of 1.0 and 0.3";
        if (card.interfaces().isEmpty()) {
            String offered = card.offered().isEmpty() ? "no address at all" : String.join(", ", card.offered());
            return "the card of " + card.title() + " offers " + offered + "; " + spoken;
        }
        return "the card of " + card.title() + " leads to another origin than its own, which is not allowed: "
                + Words.line(Origins.of(card.interfaces().get(0).url())) + "; allow that origin if it is the agent's";
    }

    /** An agent that needs what we don't speak is not called at all. */
    private void requireExtensions(AgentCard card) {
        for (String uri : card.requiredExtensions()) {
            if (!settings.extensions().contains(uri)) {
                throw Failures.permanent(
                        Failures.EXTENSION,
                        "the agent requires the extension " + Words.line(uri) + ", which is not spoken here");
            }
        }
    }

    PeerClient client(AgentInterface at, AgentCard card, List<Requirement> skill) {
        return new PeerClient(at, authorization.of(card, skill), settings);
    }

    /** Returns the best interface of another version; null if the card has none. */
    static @Nullable AgentInterface otherVersion(List<AgentInterface> all, AgentInterface refused) {
        return all.stream()
                .filter(each -> each.version() != refused.version())
                .findFirst()
                .orElse(null);
    }
}
