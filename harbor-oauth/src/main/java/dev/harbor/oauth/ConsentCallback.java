package dev.harbor.oauth;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.identity.Identity;
import dev.harbor.journal.HeadQuery;
import dev.harbor.json.Json;
import dev.harbor.pause.Pause;
import dev.harbor.pause.PauseReason;
import dev.harbor.pause.Resolution;
import dev.harbor.runtime.HarborRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Takes people who come back from an authorization server. It belongs to no framework: whatever serves the redirect URI hands it who is logged in and the query.
 *
 * <p>The tokens are kept first, and then every call of that session goes on which waits for this consent, or for scopes that the token carries by now; each once. A
 * process that dies in between loses nothing: the same answer completes what is left when it is handed in again.
 *
 * <p>Thread-safe.
 */
public final class ConsentCallback {

    private static final Set<ErrorCode> SETTLED = Set.of(ErrorCode.PAUSE_ALREADY_RESOLVED, ErrorCode.PAUSE_NOT_FOUND);

    private final OAuthClient client;
    private final HarborRuntime runtime;

    ConsentCallback(OAuthClient client, HarborRuntime runtime) {
        this.client = client;
        this.runtime = Objects.requireNonNull(runtime, "runtime");
    }

    /**
     * Completes a consent and lets go on what waits for it. A person who said no, or granted less than what is waited for, has the call denied that asked them.
     * Blocks on the server, the store and the journal.
     *
     * @param identity who is logged in at the embedding service; the identity that the call was made for, session included
     * @return how the consent ended, and which calls go on
     * @throws OAuthException as {@link OAuthClient#complete} does; nothing goes on then
     * @throws HarborException if the journal fails or another process drives a run that waits: the tokens are kept then, and the same answer can be handed in again
     */
    public Completion complete(Identity identity, ConsentAnswer answer) {
        ConsentOutcome outcome = client.complete(identity, answer);
        List<String> resolved = new ArrayList<>();
        HeadQuery session = HeadQuery.session(identity).limit(HeadQuery.MAX_LIMIT);
        for (Pause pause : runtime.operator().pauses(session)) {
            if (pause.reason() == PauseReason.EXTERNAL_EVENT && concerns(outcome, pause.payload())) {
                resolve(pause, outcome, resolved);
            }
        }
        return new Completion(outcome, resolved);
    }

    private static boolean concerns(ConsentOutcome outcome, Json payload) {
        if (payload.kind() != Json.Kind.OBJECT || Texts.text(payload, "consent") == null) {
            return false;
        }
        if (outcome.consent().equals(Texts.text(payload, "consent"))) {
            return true;
        }
        return outcome.kind() != ConsentOutcome.Kind.DENIED
                && outcome.provider().equals(Texts.text(payload, "provider"))
                && outcome.granted().containsAll(Texts.texts(payload, "scopes"));
    }

    private void resolve(Pause pause, ConsentOutcome outcome, List<String> resolved) {
        try {
            runtime.operator().resolvePause(pause.id(), resolution(pause, outcome));
            resolved.add(pause.id());
        } catch (HarborException e) {
            if (!SETTLED.contains(e.code())) {
                throw e;
            }
        }
    }

    private static Resolution resolution(Pause pause, ConsentOutcome outcome) {
        String user = pause.identity().user();
        String actor = user.isBlank() ? "the user" : user;
        boolean isCovered = outcome.granted().containsAll(Texts.texts(pause.payload(), "scopes"));
        if (outcome.kind() != ConsentOutcome.Kind.DENIED && isCovered) {
            return Resolution.resume(
                    actor, Json.of(Map.of("provider", outcome.provider(), "granted", List.copyOf(outcome.granted()))));
        }
        String note = outcome.kind() == ConsentOutcome.Kind.DENIED
                ? "access was denied"
                : "not everything was granted, what is missing: " + String.join(", ", outcome.missing());
        return Resolution.reject(actor).note(note.substring(0, Math.min(note.length(), Resolution.MAX_NOTE_LENGTH)));
    }

    /**
     * Is what came of an answer. Immutable.
     *
     * @param outcome how the consent ended
     * @param resolved the pauses that this answer resolved, by their ids
     */
    public record Completion(ConsentOutcome outcome, List<String> resolved) {

        /** Checks that nothing is missing. */
        public Completion {
            Objects.requireNonNull(outcome, "outcome");
            resolved = List.copyOf(resolved);
        }
    }
}
