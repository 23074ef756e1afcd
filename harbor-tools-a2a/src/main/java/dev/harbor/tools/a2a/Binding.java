package dev.harbor.tools.a2a;

import dev.harbor.json.Json;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Is how requests and answers are wrapped. Another one could be added without touching anything else. */
interface Binding {

    /**
     * Is a request before it has headers.
     *
     * @param body null for none
     * @param id what the answer has to name; empty when the binding has no such thing
     */
    record Draft(String method, URI uri, @Nullable Json body, String id) {}

    /** Returns the request for an operation; the id of a task, if it is about one, is a member of the parameters. */
    Draft draft(Operation operation, Map<String, Object> params);

    /** Returns the request for an operation at a peer that does not take the first one; null if there is no other. */
    default @Nullable Draft otherwise(Operation operation, Map<String, Object> params) {
        return null;
    }

    /**
     * Takes the result out of an answer.
     *
     * @throws PeerError if it is an error
     * @throws BrokenPeer if it is neither
     */
    Json unwrap(Json answer, String id, int status, @Nullable Duration retryAfter);

    static Binding of(AgentInterface at) {
        return at.binding() == BindingKind.JSON_RPC ? new JsonRpc(at) : new Rest(at);
    }
}
