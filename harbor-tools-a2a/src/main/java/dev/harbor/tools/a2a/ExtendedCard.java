package dev.harbor.tools.a2a;

import dev.harbor.identity.Identity;
import dev.harbor.policy.Cancellation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Asks an agent for the card that it shows to one identity only. What that card has beyond the public one exists for this identity and nobody else.
 *
 * @param identity by whose credentials it is fetched
 */
record ExtendedCard(Identity identity) {

    /** Returns the card that the identity sees: the public one if the agent has no other. */
    AgentCard of(AgentCard open, Peer peer) {
        if (!open.extended()) {
            return open;
        }
        PeerClient client = peer.client(peer.interfaces(open).get(0), open, List.of());
        try {
            AgentCard mine = peer.cards().checked(client.extendedCard(scope(peer)));
            peer.interfaces(mine);
            return mine;
        } catch (PeerError e) {
            if (e.is(
                    PeerError.Reason.EXTENDED_AGENT_CARD_NOT_CONFIGURED,
                    PeerError.Reason.UNSUPPORTED_OPERATION,
                    PeerError.Reason.METHOD_NOT_FOUND)) {
                return open;
            }
            throw Failures.of(e, false, client.at());
        } catch (Unauthorized e) {
            throw Failures.of(e, false, client.at());
        }
    }

    private CallScope scope(Peer peer) {
        Deadline deadline = Deadline.in(peer.settings().limits().head());
        return new CallScope(identity, Cancellation.create(), deadline, "extended card", 1, Map.of());
    }

    /** Returns the skills that only this identity may see. */
    static Set<String> only(AgentCard mine, AgentCard open) {
        Set<String> known = open.skills().stream().map(AgentSkill::id).collect(Collectors.toSet());
        return mine.skills().stream()
                .map(AgentSkill::id)
                .filter(id -> !known.contains(id))
                .collect(Collectors.toSet());
    }

    /** Tells whether it is the same person, in whatever session. */
    boolean isFor(Identity caller) {
        return caller.tenant().equals(identity.tenant()) && caller.user().equals(identity.user());
    }
}
