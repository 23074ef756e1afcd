package dev.harbor.turn;

import dev.harbor.catalog.ExternalToolset;
import dev.harbor.catalog.LoopCatalog;
import dev.harbor.error.StoreException;
import dev.harbor.event.LoopOpened;
import dev.harbor.history.LoopHistory;
import dev.harbor.history.LoopHistory.OpenTurn;
import dev.harbor.history.LoopRecords;
import dev.harbor.history.LoopStream;
import dev.harbor.identity.Identity;
import dev.harbor.identity.RunIdentity;
import dev.harbor.loop.Loop;
import dev.harbor.loop.LoopDefinition;
import dev.harbor.loop.LoopException;
import dev.harbor.loop.LoopException.Kind;
import dev.harbor.tool.Tool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Has the loops that are open in this process. Thread-safe. */
public final class Loops {

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_.-]{1,128}");
    private static final Duration EXIT_BOUND = Duration.ofSeconds(5);
    private static final int STRIPES = 64;

    private final Map<String, OpenLoop> open = new ConcurrentHashMap<>();
    private final ReentrantLock[] locks =
            IntStream.range(0, STRIPES).mapToObj(i -> new ReentrantLock()).toArray(ReentrantLock[]::new);
    private final LoopServices services;

    /** Creates an empty set of loops. */
    public Loops(LoopServices services) {
        this.services = services;
    }

    /**
     * Opens a loop: makes it, goes on with it from its records, or returns it if it is open here with the same definition. Toolsets are installed before the first
     * turn begins.
     *
     * @throws IllegalArgumentException if the id is not spelled as allowed
     * @throws LoopException if it can't be opened here now
     * @throws dev.harbor.catalog.ToolsetChangeException if a toolset is refused; the loop is not opened by this call then
     * @throws StoreException if the journal fails
     */
    public Loop open(Identity identity, String id, LoopDefinition definition, List<ExternalToolset> toolsets) {
        if (!ID.matcher(id).matches()) {
            throw new IllegalArgumentException("the id of a loop must match " + ID.pattern());
        }
        LoopKey key = LoopKey.of(identity, id);
        OpenLoop before = open.get(key.key());
        OpenLoop loop = before != null && !before.isExited() ? same(before, definition) : opened(key, definition);
        try {
            toolsets.forEach(loop.tools()::replaceExternalTools);
        } catch (RuntimeException e) {
            if (loop != before) {
                loop.drain();
                loop.exits(EXIT_BOUND);
            }
            throw e;
        }
        loop.activate();
        return loop;
    }

    private static OpenLoop same(OpenLoop there, LoopDefinition definition) {
        if (there.definition() != definition) {
            throw new LoopException(Kind.LOOP_BUSY, there.id(), "it is open here with another definition", null);
        }
        return there;
    }

    private OpenLoop opened(LoopKey key, LoopDefinition definition) {
        ReentrantLock lock = locks[Math.floorMod(key.key().hashCode(), STRIPES)];
        lock.lock();
        try {
            OpenLoop there = open.get(key.key());
            if (there != null && !there.isExited()) {
                return same(there, definition);
            }
            return claimed(key, definition);
        } finally {
            lock.unlock();
        }
    }

    private OpenLoop claimed(LoopKey key, LoopDefinition definition) {
        LoopStream stream = services.store()
                .open(
                        key.identity(),
                        key.key(),
                        services.owner() + "/" + services.ids().get())
                .orElseThrow(() -> new LoopException(
                        Kind.LOOP_BUSY, key.id(), "it is open in another process; ask there, or again later", null));
        try {
            return opened(key, definition, stream);
        } catch (RuntimeException e) {
            stream.release();
            throw e;
        }
    }

    private OpenLoop opened(LoopKey key, LoopDefinition definition, LoopStream stream) {
        boolean isRestored = !stream.read(LoopHistory::isEmpty);
        LoopCatalog catalog = catalog(definition);
        if (isRestored) {
            requireFitting(key, definition, stream);
        } else {
            stream.append(LoopRecords.opened(key.id(), definition.name(), definition.initialMode()));
        }
        LoopLog log = new LoopLog(services, stream, key.identity(), key.id());
        OpenLoop loop = new OpenLoop(LoopCore.of(services, key, definition, catalog, log), () -> exited(key));
        services.hold().accept(stream);
        open.put(key.key(), loop);
        services.toolsChanged().run();
        loop.tell(new LoopOpened(key.identity(), key.id(), log.now(), definition.name(), isRestored));
        return loop;
    }

    private void exited(LoopKey key) {
        open.remove(key.key());
        services.toolsChanged().run();
    }

    private void requireFitting(LoopKey key, LoopDefinition definition, LoopStream stream) {
        if (stream.read(LoopHistory::isEnded)) {
            throw new LoopException(Kind.LOOP_ENDED, key.id(), "it was ended", null);
        }
        String made = stream.read(LoopHistory::definition);
        if (!made.equals(definition.name())) {
            throw mismatch(key, "it was made with the definition '" + made + "', not '" + definition.name() + "'");
        }
        Optional<OpenTurn> turn = stream.read(LoopHistory::open);
        List<String> needed = new ArrayList<>(List.of(stream.read(LoopHistory::mode)));
        turn.ifPresent(begun -> needed.add(begun.mode()));
        if (!definition.modes().containsAll(needed)) {
            throw mismatch(key, "it is in mode '" + needed + "', there are " + definition.modes());
        }
        boolean isPlannedHere = definition.agent().isEmpty();
        if (isPlannedHere
                && turn.filter(begun -> services.engine().isBusy(new RunIdentity(key.identity(), begun.runId())))
                        .isPresent()) {
            throw new LoopException(
                    Kind.LOOP_BUSY, key.id(), "its turn is driven by another process; ask again later", null);
        }
    }

    private static LoopException mismatch(LoopKey key, String reason) {
        return new LoopException(Kind.DEFINITION_MISMATCH, key.id(), reason, null);
    }

    /** Every mode has the tools that make heavy results readable. */
    private LoopCatalog catalog(LoopDefinition definition) {
        Map<String, List<Tool<?, ?>>> modes = new LinkedHashMap<>();
        for (String mode : definition.modes()) {
            List<Tool<?, ?>> tools = new ArrayList<>(definition.tools(mode));
            if (definition.agent().isEmpty()) {
                tools.addAll(services.safety().tools());
            }
            modes.put(mode, tools);
        }
        return LoopCatalog.of(modes, services.profile(), definition.maxExternalTools(), services.executor());
    }

    /** Returns the ids of the loops of a session that were not ended. */
    public List<String> list(Identity session) {
        return services.store().list(session);
    }

    /** Returns every tool that a turn of an open loop may have from now on. */
    public Set<Tool<?, ?>> tools() {
        Set<Tool<?, ?>> tools = new HashSet<>();
        open.values().forEach(loop -> tools.addAll(loop.catalog().tools()));
        return tools;
    }

    /** Lets every loop take nothing more and leave its turn, without waiting for that. */
    public void leave() {
        open.values().forEach(OpenLoop::leave);
    }

    /** Lets go of every loop, whatever their turns still do. Waits within a bound. */
    public void abandon() {
        List<OpenLoop> left = List.copyOf(open.values());
        left.forEach(OpenLoop::abandon);
        left.forEach(loop -> loop.exits(EXIT_BOUND));
    }

    @Override
    public String toString() {
        return "Loops[" + open.size() + "]";
    }
}
