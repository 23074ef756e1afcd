package dev.harbor.tools.a2a;

import dev.harbor.access.ConsentRequired;
import dev.harbor.json.Json;
import dev.harbor.net.NetException;
import dev.harbor.net.NetFailure;
import dev.harbor.policy.Cancellation;
import dev.harbor.tool.Resumption;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolHandler;
import dev.harbor.tool.ToolOutput;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Is the code behind a tool: hands a message to the agent, waits for what becomes of it, and makes an outcome of that.
 *
 * <p>Thread-safe.
 */
final class Invocation implements ToolHandler<Json, ToolOutput<Json>> {

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
