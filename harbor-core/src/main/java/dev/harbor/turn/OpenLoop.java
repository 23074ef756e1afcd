package dev.harbor.turn;

import dev.harbor.artifact.ArtifactScope;
import dev.harbor.catalog.LoopCatalog;
import dev.harbor.event.HarborEvent;
import dev.harbor.history.LoopHistory;
import dev.harbor.history.LoopHistory.Input;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.loop.ExternalToolInstaller;
import dev.harbor.loop.Loop;
import dev.harbor.loop.LoopController;
import dev.harbor.loop.LoopDefinition;
import dev.harbor.loop.LoopInput;
import dev.harbor.loop.LoopState;
import dev.harbor.loop.ModeCatalog;
import dev.harbor.loop.TurnHandle;
import dev.harbor.safety.ContextSafety;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/** Is a loop that is open here: what its users see of its parts. Thread-safe. */
final class OpenLoop implements Loop, LoopController, ModeCatalog {

    private static final Duration LEAVE_BOUND = Duration.ofSeconds(5);
    private static final int EXCERPT = 1000;

    /** What a goal may have. */
    private static final int MAX_INLINE_BYTES = 64 * 1024;

    private final LoopCore core;
    private final LoopKey key;
    private final LoopStanding standing;
    private final Mailbox mailbox;
    private final PendingTurns pending;
    private final LoopActor actor;
    private final ToolDesk tools;
    private final AtomicLong lastTurn;
    private final List<TurnHandle> restored;

    OpenLoop(LoopCore core, Runnable onExit) {
        this.core = core;
        this.key = core.key();
        this.standing = core.standing();
        this.mailbox = core.mailbox();
        this.pending = new PendingTurns(core.services().executor(), new Wishes());
        this.actor = new LoopActor(core, engine(core), pending, onExit);
        this.tools = new ToolDesk(core);
        this.lastTurn = new AtomicLong(core.log().read(LoopHistory::lastTurn));
        core.log().read(LoopHistory::open).ifPresent(open -> pending.add(open.runId()));
        core.log().read(LoopHistory::queue).forEach(input -> pending.add(key.runIdOf(input)));
        this.restored = pending.all();
    }

    private static TurnEngine engine(LoopCore core) {
        return core.definition()
                .agent()
                .<TurnEngine>map(agent -> new ForeignEngine(core.services(), agent))
                .orElse(core.services().engine());
    }

    LoopDefinition definition() {
        return core.definition();
    }

    LoopCatalog catalog() {
        return core.catalog();
    }

    ToolDesk tools() {
        return tools;
    }

    boolean isExited() {
        return standing.isExited();
    }

    void activate() {
        mailbox.post(actor::activate);
    }

    /** Tells of something in its place among what the loop tells. */
    void tell(HarborEvent event) {
        mailbox.post(() -> core.log().emit(event));
    }

    @Override
    public String id() {
        return key.id();
    }

    @Override
    public Identity identity() {
        return key.identity();
    }

    @Override
    public LoopController controller() {
        return this;
    }

    @Override
    public TurnHandle send(LoopInput input) {
        Objects.requireNonNull(input, "input");
        mailbox.requireOther();
        standing.requireTaking();
        Input settled = settled(input);
        return mailbox.ask(() -> actor.accept(settled));
    }

    @Override
    public TurnHandle tell(String text) {
        LoopInput input = LoopInput.of(text);
        mailbox.requireOther();
        standing.requireTaking();
        Input settled = settled(input);
        return mailbox.ask(() -> actor.tell(text, settled));
    }

    /** Bytes first, record second: what is heavy is stored before the record that names it. */
    private Input settled(LoopInput input) {
        long number = lastTurn.incrementAndGet();
        Json text = Json.of(input.text());
        if (text.sizeBytes()
                < Math.min(MAX_INLINE_BYTES, core.services().safety().thresholdBytes())) {
            Json content = input.content().isNull() ? Json.NULL : visible(number, input, input.content());
            return new Input(number, input.text(), content, input.name());
        }
        Map<String, Object> both = new LinkedHashMap<>();
        both.put("text", text);
        both.put("content", input.content());
        return new Input(number, excerpt(input.text()), visible(number, input, Json.of(both)), input.name());
    }

    private static String excerpt(String text) {
        int end = text.offsetByCodePoints(0, Math.min(EXCERPT, text.codePointCount(0, text.length())));
        return text.substring(0, end) + "\n[the whole text is in the input]";
    }

    private Json visible(long number, LoopInput input, Json value) {
        ContextSafety safety = core.services().safety();
        String run = key.runIdOf(new Input(number, input.text(), Json.NULL, input.name()));
        ArtifactScope scope = new ArtifactScope(key.identity(), run);
        return safety.settle(value, scope, "loop.input", safety.thresholdBytes())
                .visible();
    }

    @Override
    public List<TurnHandle> pending() {
        return pending.all();
    }

    @Override
    public List<TurnHandle> restored() {
        return restored;
    }

    private final class Wishes implements PendingTurn.Wishes {

        @Override
        public boolean withdraw(PendingTurn turn) {
            return mailbox.ask(() -> actor.withdraw(turn));
        }

        @Override
        public boolean interrupt(PendingTurn turn, String reason) {
            return mailbox.askUrgently(() -> actor.interrupt(turn, reason));
        }
    }

    @Override
    public LoopState state() {
        return standing.state();
    }

    @Override
    public String mode() {
        return core.mode();
    }

    @Override
    public void setMode(String mode) {
        Objects.requireNonNull(mode, "mode");
        mailbox.ask(() -> {
            actor.setMode(mode);
            return mode;
        });
    }

    @Override
    public boolean interrupt(String reason) {
        Objects.requireNonNull(reason, "reason");
        return mailbox.askUrgently(() -> actor.interrupt(reason));
    }

    @Override
    public List<String> modes() {
        return core.definition().modes();
    }

    @Override
    public <T> Optional<T> capability(Class<T> type) {
        if (type == ExternalToolInstaller.class) {
            return Optional.of(type.cast(tools));
        }
        return type == ModeCatalog.class ? Optional.of(type.cast(this)) : Optional.empty();
    }

    @Override
    public boolean shutdown(Duration most) {
        Objects.requireNonNull(most, "most");
        mailbox.postUrgent(actor::drain);
        if (exits(most)) {
            return standing.exit().join();
        }
        mailbox.postUrgent(actor::leaveTurn);
        exits(LEAVE_BOUND);
        abandon();
        return false;
    }

    /** Begins to shut down, without waiting. */
    void drain() {
        mailbox.postUrgent(actor::drain);
    }

    /** Begins to shut down, and leaves the turn as it is. */
    void leave() {
        mailbox.postUrgent(() -> {
            actor.drain();
            actor.leaveTurn();
        });
    }

    /** Lets go of everything, whatever a turn still does. */
    void abandon() {
        mailbox.postUrgent(actor::abandon);
    }

    /** Waits for the exit up to a bound. */
    boolean exits(Duration most) {
        try {
            standing.exit().get(TimeUnit.NANOSECONDS.convert(most), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            throw Mailbox.thrown(e);
        }
    }

    @Override
    public void end(String reason) {
        Objects.requireNonNull(reason, "reason");
        mailbox.askUrgently(() -> {
            actor.end(reason);
            return reason;
        });
        if (!exits(CLOSE_BOUND)) {
            abandon();
        }
    }

    @Override
    public String toString() {
        return "Loop[" + key.id() + " of " + key.identity() + ", " + state() + "]";
    }
}
