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
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Takes people who come back from an authorization server. It belongs to no framework: whatever serves the redirect URI hands it who is logged in and the query.
 *
 * <p>The tokens are kept first, and then every call of that user goes on, in whatever session, which waits for this consent, or for one to scopes of the same
 * provider that the token carries by now; each once. Of a token that a tenant shares it is every call in the tenant. A process that dies in between loses nothing:
 * the same answer completes what is left when it is handed in again.
 *
 * <p>Thread-safe.
 */
public final class ConsentCallback {

    private static final Set<ErrorCode> SETTLED = Set.of(ErrorCode.PAUSE_ALREADY_RESOLVED, ErrorCode.PAUSE_NOT_FOUND);

    private final BiFunction<Identity, ConsentAnswer, ConsentOutcome> completing;
    private final Function<Identity, HeadQuery> whose;
    private final HarborRuntime runtime;

    private ConsentCallback(
            BiFunction<Identity, ConsentAnswer, ConsentOutcome> completing,
            Function<Identity, HeadQuery> whose,
            HarborRuntime runtime) {
        this.completing = completing;
        this.whose = whose;
        this.runtime = Objects.requireNonNull(runtime, "runtime");
    }

    static ConsentCallback ofUser(OAuthClient client, HarborRuntime runtime) {
        return new ConsentCallback(client::complete, who -> HeadQuery.user(who.tenant(), who.user()), runtime);
    }

    static ConsentCallback ofTenant(OAuthOperator operator, HarborRuntime runtime) {
        return new ConsentCallback(operator::complete, who -> HeadQuery.tenant(who.tenant()), runtime);
    }

    /**
     * Completes a consent and lets go on what waits for it. A person who said no, or granted less than what is waited for, has the call denied that asked them.
     * Blocks on the server, the store and the journal.
     *
     * @param identity who is logged in at the embedding service; the identity that the call was made for, session included
     * @return how the consent ended, and which calls go on
     * @throws OAuthException as {@link OAuthClient#complete} does; nothing goes on then
     * @throws HarborException if the journal fails or another process drives a run that waits: the tokens are kept and the others go on then, and the same answer
     *     can be handed in again
     */
    public Completion complete(Identity identity, ConsentAnswer answer) {
        ConsentOutcome outcome = completing.apply(identity, answer);
        List<String> resolved = new ArrayList<>();
        HarborException failure = null;
        HeadQuery waiting = whose.apply(identity).limit(HeadQuery.MAX_LIMIT);
        for (Pause pause : runtime.operator().pauses(waiting)) {
            if (pause.reason() == PauseReason.EXTERNAL_EVENT && isMeant(outcome, identity, pause)) {
                HarborException why = resolve(pause, outcome, resolved);
                failure = failure == null ? why : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
        return new Completion(outcome, resolved);
    }

    /** An administrator who consents for themselves does so for nobody else. */
    private static boolean isMeant(ConsentOutcome outcome, Identity identity, Pause pause) {
        boolean isOwn = pause.identity().user().equals(identity.user());
        return (outcome.isShared() || isOwn) && concerns(outcome, pause.payload());
    }

    private static boolean concerns(ConsentOutcome outcome, Json payload) {
        if (!isOfConsent(payload)) {
            return false;
        }
        if (outcome.consent().equals(Texts.text(payload, "consent"))) {
            return true;
        }
        return outcome.kind() != ConsentOutcome.Kind.DENIED
                && outcome.provider().equals(Texts.text(payload, "provider"))
                && outcome.granted().containsAll(Texts.texts(payload, "scopes"));
    }

    /** A tool that waits for something else may name a provider too. Only a consent has its own name, or says that an administrator grants it. */
    private static boolean isOfConsent(Json payload) {
        return payload.kind() == Json.Kind.OBJECT
                && Texts.text(payload, "provider") != null
                && payload.get("scopes")
                        .filter(list -> list.kind() == Json.Kind.ARRAY)
                        .isPresent()
                && (Texts.text(payload, "consent") != null
                        || Consents.ADMINISTRATOR.equals(Texts.text(payload, Consents.GRANTED_BY)));
    }

    /** Returns what kept the call from going on, or null. */
    private @Nullable HarborException resolve(Pause pause, ConsentOutcome outcome, List<String> resolved) {
        try {
            runtime.operator().resolvePause(pause.id(), resolution(pause, outcome));
            resolved.add(pause.id());
            return null;
        } catch (HarborException e) {
            return SETTLED.contains(e.code()) ? null : e;
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
