package dev.harbor.turn;

import dev.harbor.catalog.RegistrationProfile;
import dev.harbor.event.EventSink;
import dev.harbor.history.Leased;
import dev.harbor.history.LoopStore;
import dev.harbor.safety.ContextSafety;
import java.time.Clock;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Is what loops need of a runtime.
 *
 * @param store the streams of loops
 * @param safety keeps heavy content away
 * @param events is told what happens
 * @param clock dates records
 * @param executor runs what a loop has to do
 * @param ids makes names that nobody guesses
 * @param owner claims streams
 * @param hold begins to extend a claim
 * @param letGo ends that
 * @param profile how strictly tools are checked
 * @param engine drives the turns that are planned here
 * @param toolsChanged is run when the tools of a loop have changed
 */
public record LoopServices(
        LoopStore store,
        ContextSafety safety,
        EventSink events,
        Clock clock,
        Executor executor,
        Supplier<String> ids,
        String owner,
        Consumer<Leased> hold,
        Consumer<Leased> letGo,
        RegistrationProfile profile,
        TurnEngine engine,
        Runnable toolsChanged) {}
