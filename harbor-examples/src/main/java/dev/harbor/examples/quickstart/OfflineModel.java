package dev.harbor.examples.quickstart;

import dev.harbor.error.ErrorCode;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmClient;
import dev.harbor.llm.LlmException;
import dev.harbor.llm.LlmReply;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.LlmUsage;
import dev.harbor.policy.ErrorClass;
import java.util.List;

/**
 * Stands where a model would be. It is a script: it knows nothing but the messages of the request, and for the same messages it gives the same answer. It
 * needs no key and no network, and it uses no tokens.
 *
 * <p>Thread-safe.
 */
final class OfflineModel implements LlmClient {

    static final String NAME = "offline-script";

    /** The moves in the order in which it prefers them. Each is made when it is possible and was not made yet. */
    private final List<Move> moves = List.of(
            Moves::lookAround, Moves::read, Moves::turnThePage, Moves::calculate, Moves::overstep, Moves::write);

    @Override
    public LlmReply complete(LlmRequest request, LlmCall call) {
        if (call.cancellation().isCancelled()) {
            throw new LlmException(
                    ErrorCode.CANCELLED, ErrorClass.PERMANENT, "the call of the model was cancelled", null);
        }
        Action action = decide(Transcript.of(request.messages()));
        return new LlmReply(Action.CODEC.encode(action).toString(), LlmUsage.NONE, "stop", NAME);
    }

    private Action decide(Transcript seen) {
        return moves.stream()
                .flatMap(move -> move.from(seen).stream())
                .findFirst()
                .orElseGet(() -> Moves.finish(seen));
    }
}
