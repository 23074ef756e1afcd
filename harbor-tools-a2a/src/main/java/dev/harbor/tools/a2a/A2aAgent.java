package dev.harbor.tools.a2a;

import dev.harbor.json.Json;
import dev.harbor.loop.ForeignAgent;
import dev.harbor.loop.ForeignTurn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Is a remote agent that carries out the turns of a loop: a loop is a conversation with it. A question of the agent is the answer of a turn, and the next turn
 * answers it. What the agent calls the conversation is remembered in this process, and, if the agent was built with a journal, in every next one.
 *
 * <pre>{@code
 * A2aAgent agent = A2aTools.agent("planner", "https://agents.example/planner").access(access).buildAgent(Duration.ofMinutes(5), journal);
 * LoopDefinition talk = LoopDefinition.foreign("talk", agent).build();
 * }</pre>
 *
 * <p>Thread-safe. Close it after the runtime that uses it.
 */
public final class A2aAgent implements ForeignAgent, AutoCloseable {

    private final Peer peer;
    private final @Nullable A2aAccess owned;
    private final Duration turnLimit;
    private final boolean repeatable;
    private final Talks talks;
    private final ToolSettings settings =
            new ToolSettings(A2aQuestions.PLANNER, A2aDeadline.CANCEL, false, false, new Conversations());

    A2aAgent(Peer peer, @Nullable A2aAccess owned, Duration turnLimit, boolean repeatable, Talks talks) {
        this.peer = peer;
        this.owned = owned;
        this.turnLimit = turnLimit;
        this.repeatable = repeatable;
        this.talks = talks;
    }

    /**
     * Hands a turn to the agent and waits for its answer.
     *
     * @throws dev.harbor.tool.ToolException if there is none, by the same rules as for tools
     */
    @Override
    public Json answer(ForeignTurn turn) {
        Attempt attempt = new Attempt(peer, settings, null, CallSite.of(turn, turnLimit));
        Conversations.Kept kept = talks.find(turn.identity(), turn.loop());
        List<Part> parts = parts(turn);
        Json answer = Invocation.run(
                attempt,
                () -> attempt.begin(
                        card -> kept == null ? attempt.message(parts, (String) null) : attempt.message(parts, kept)),
                turn.cancellation());
        Conversations.Kept last = attempt.last();
        if (last != null) {
            talks.keep(turn.identity(), turn.loop(), last);
        }
        return answer;
    }

    private static List<Part> parts(ForeignTurn turn) {
        List<Part> parts = new ArrayList<>();
        parts.add(Part.text(turn.text()));
        if (!turn.content().isNull()) {
            parts.add(Part.data(turn.content()));
        }
        return parts;
    }

    @Override
    public boolean isRepeatable() {
        return repeatable;
    }

    /** Closes the connections if they are the agent's own. May be called more than once. */
    @Override
    public void close() {
        if (owned != null) {
            owned.close();
        }
    }
}
