package dev.harbor.endtoend;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.event.ArtifactStored;
import dev.harbor.event.CallEvent;
import dev.harbor.event.EvidenceRefused;
import dev.harbor.event.HarborEvent;
import dev.harbor.event.ToolAbandoned;
import dev.harbor.event.ToolAnsweredLate;
import dev.harbor.event.ToolAttempted;
import dev.harbor.event.ToolInvoked;
import dev.harbor.event.ToolProgressed;
import dev.harbor.identity.Identity;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.plan.Decision;
import dev.harbor.plan.PlanContext;
import dev.harbor.plan.Planner;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** What the tests of this package share. */
final class Fixture {

    static final Identity ADA = Identity.of("acme", "ada", "s1");
    static final Identity BOB = Identity.of("globex", "bob", "s2");

    record Text(String text) {}

    record Number(int value) {}

    private Fixture() {}

    static HarborRuntime.Builder runtime(List<HarborEvent> events) {
        return HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .journal(InMemoryJournal.create())
                .events(events::add);
    }

    static List<HarborEvent> events() {
        return new CopyOnWriteArrayList<>();
    }

    static Tool<Text, Text> echo() {
        return Tool.of("text.echo", Text.class, Text.class, text -> text).effect(SideEffect.PURE);
    }

    /** A planner that makes the given decisions in order. */
    static Planner script(Decision... decisions) {
        Iterator<Decision> left = List.of(decisions).iterator();
        return context -> left.next();
    }

    static Planner steps(List<Function<PlanContext, Decision>> steps) {
        return context -> steps.get(context.trajectory().size()).apply(context);
    }

    /** The terminal events of calls. */
    static List<HarborEvent> terminal(List<HarborEvent> events) {
        return events.stream()
                .filter(event -> event instanceof CallEvent
                        && !(event instanceof ToolInvoked
                                || event instanceof ToolAttempted
                                || event instanceof ToolProgressed
                                || event instanceof ToolAbandoned
                                || event instanceof ToolAnsweredLate
                                || event instanceof EvidenceRefused
                                || event instanceof ArtifactStored))
                .toList();
    }
}
