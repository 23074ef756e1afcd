package dev.harbor.tools.a2a;

import dev.harbor.access.ConsentRequired;
import dev.harbor.json.Json;
import dev.harbor.net.NetException;
import dev.harbor.net.NetFailure;
import dev.harbor.policy.Cancellation;
import dev.harbor.tool.AbandonedCall;
import dev.harbor.tool.Resumption;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolHandler;
import dev.harbor.tool.ToolOutput;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Is the code behind a tool: hands a message to the agent, waits for what becomes of it, and makes an outcome of that.
 *
 * <p>Thread-safe.
 */
final class Invocation implements ToolHandler<Json, ToolOutput<Json>> {

    private static final Logger LOG = LoggerFactory.getLogger(Invocation.class);

    private final Peer peer;
    private final ToolSettings settings;
    private final @Nullable AgentSkill skill;

    /** Creates the code of a tool for a skill, or for the agent as a whole when there is none. */
    Invocation(Peer peer, ToolSettings settings, @Nullable AgentSkill skill) {
        this.peer = peer;
        this.settings = settings;
        this.skill = skill;
    }

    @Override
    public ToolOutput<Json> call(Json input, ToolContext context) {
        Attempt attempt = new Attempt(peer, settings, skill, CallSite.of(context));
        Resumption resumed = context.resumption().orElse(null);
        Function<AgentCard, Outgoing> writer = card -> message(attempt, card, input, context);
        return ToolOutput.of(run(
                attempt,
                () -> resumed == null ? attempt.begin(writer) : attempt.resume(writer, resumed),
                context.cancellation()));
    }

    /**
     * Has the task of a call stopped that will not go on. A task that is over, or not known any more, needs nothing; one whose place the card no longer has can't be
     * reached.
     *
     * @throws PeerError if the peer is busy; what can't be reached otherwise throws as well, and is tried again
     */
    void abandoned(AbandonedCall call) {
        Parked parked = Parked.read(call.state());
        if (parked.taskId().isEmpty()) {
            return;
        }
        AgentCard card = peer.cards().card();
        AgentInterface at = parked.at(peer.interfaces(card)).orElse(null);
        if (at == null) {
            LOG.info("a remote task that nobody waits for is not where the agent's card leads any more");
            return;
        }
        CallScope scope = new CallScope(
                call.identity(),
                Cancellation.create(),
                Deadline.in(peer.settings().limits().cancel()),
                call.idempotencyKey(),
                1,
                Map.of());
        try {
            peer.client(at, card, skill == null ? List.of() : skill.security()).cancel(parked.taskId(), scope);
        } catch (PeerError e) {
            if (e.mayPass()) {
                throw e;
            }
            LOG.info("a remote task that nobody waits for was not cancelled: {}", e.getMessage());
        }
    }

    private Outgoing message(Attempt attempt, AgentCard card, Json input, ToolContext context) {
        Arguments arguments =
                new Arguments(input, attempt.inputModes(card), peer.settings().limits());
        return attempt.message(arguments.parts(attempt.skillWords(card), context), arguments.handle());
    }

    /** Does the work of an attempt, and throws what goes wrong as a tool does. */
    @SuppressWarnings("try") // the registration is only held
    static Json run(Attempt attempt, Supplier<Json> work, Cancellation cancellation) {
        try (Cancellation.Registration ignored = cancellation.onCancel(attempt::stop)) {
            return work.get();
        } catch (CallCancelled e) {
            return attempt.cancelled(e);
        } catch (NetException e) {
            if (e.failure() == NetFailure.CANCELLED) {
                return attempt.cancelled(e);
            }
            throw attempt.failed(e);
        } catch (Unauthorized e) {
            throw attempt.unauthorised(e);
        } catch (ConsentRequired e) {
            throw Pauses.consent(e.consent(), attempt.park());
        } catch (PeerError | BrokenPeer e) {
            throw attempt.failed(e);
        } finally {
            attempt.end();
        }
    }
}
