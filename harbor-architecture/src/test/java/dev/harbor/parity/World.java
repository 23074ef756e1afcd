package dev.harbor.parity;

import dev.harbor.access.AccessPolicy;
import dev.harbor.access.AllowAllPolicy;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.event.CallEvent;
import dev.harbor.event.CallProvenance;
import dev.harbor.event.HarborEvent;
import dev.harbor.event.ToolProgressed;
import dev.harbor.identity.Identity;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.testkit.EventRecorder;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.ToolOutcome;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/** Is a runtime with the {@link Desk} behind one {@link Road}. */
final class World implements AutoCloseable {

    static final Identity ADA = Identity.of("acme", "ada", "session-1");

    final Desk desk;
    final EventRecorder events = EventRecorder.create();
    final HarborRuntime runtime;
    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    private World(Road road, SideEffect effect, ToolPolicy policy, AccessPolicy access) throws IOException {
        desk = new Desk();
        open.push(desk);
        Offer offer = road.offer(desk, effect, policy);
        open.push(offer.access());
        runtime = offer.register(HarborRuntime.builder()
                        .artifacts(Artifacts.memory())
                        .journal(InMemoryJournal.create())
                        .access(access)
                        .events(events))
                .build();
        open.push(runtime);
    }

    static World of(Road road, SideEffect effect) throws IOException {
        return of(road, effect, AllowAllPolicy.instance());
    }

    static World of(Road road, SideEffect effect, AccessPolicy access) throws IOException {
        return new World(road, effect, Road.policy(), access);
    }

    static World of(Road road, SideEffect effect, ToolPolicy policy) throws IOException {
        return new World(road, effect, policy, AllowAllPolicy.instance());
    }

    Caller ada() {
        return runtime.as(ADA);
    }

    static Json ask(String message) {
        return Json.of(Map.of("message", message));
    }

    /** Returns the kind of an outcome and its code, if it has one. */
    static String kind(ToolOutcome<?> outcome) {
        String kind = outcome.getClass().getSimpleName();
        if (outcome instanceof ToolOutcome.Failure<?> failure) {
            return kind + ' ' + failure.error().code();
        }
        return outcome instanceof ToolOutcome.Denied<?> denied ? kind + ' ' + denied.code() : kind;
    }

    /** Returns what was told of a call, without what only some transports have to tell. */
    List<String> told(ToolOutcome<?> outcome) {
        return events.ofCall(outcome.call().callId()).stream()
                .filter(event -> !(event instanceof ToolProgressed))
                .map(HarborEvent::type)
                .toList();
    }

    List<CallProvenance> provenance(ToolOutcome<?> outcome) {
        return events.ofCall(outcome.call().callId()).stream()
                .map(CallEvent::call)
                .toList();
    }

    @Override
    public void close() {
        open.forEach(World::close);
    }

    private static void close(AutoCloseable each) {
        try {
            each.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
