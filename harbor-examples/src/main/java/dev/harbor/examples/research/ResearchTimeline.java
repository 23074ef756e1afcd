package dev.harbor.examples.research;

import dev.harbor.event.CallEvent;
import dev.harbor.event.EventSink;
import dev.harbor.event.HarborEvent;
import dev.harbor.event.RunResumed;
import dev.harbor.event.ToolArgumentsRefused;
import dev.harbor.event.ToolCompleted;
import dev.harbor.event.ToolDenied;
import dev.harbor.event.ToolFailure;
import dev.harbor.plan.Decision;
import dev.harbor.plan.PlanContext;
import dev.harbor.planner.PlannerListener;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Prints what the runs do while they do it, each in its lane.
 *
 * <p>Thread-safe: tasks run at once.
 */
final class ResearchTimeline implements EventSink, PlannerListener {

    private static final int WIDTH = 100;

    private final PrintStream out;
    private final Object lock = new Object();
    private final Map<String, String> said = new HashMap<>();

    ResearchTimeline(PrintStream out) {
        this.out = out;
    }

    @Override
    public void asking(PlanContext context, int attempt) {
        synchronized (lock) {
            said.remove(context.runId());
        }
    }

    @Override
    public void said(PlanContext context, String piece) {
        synchronized (lock) {
            said.merge(context.runId(), piece, String::concat);
        }
    }

    @Override
    public void decided(PlanContext context, Decision decision) {
        synchronized (lock) {
            String words = said.getOrDefault(context.runId(), "");
            print(context.runId(), words.isEmpty() ? "" : '"' + words + '"');
            print(context.runId(), Lanes.words(decision));
        }
    }

    @Override
    public void accept(HarborEvent event) {
        if (event instanceof CallEvent call) {
            synchronized (lock) {
                print(event.runId().orElse(""), ended(call));
            }
        } else if (event instanceof RunResumed resumed) {
            synchronized (lock) {
                print(resumed.run(), "goes on after " + resumed.steps() + " steps that are on record");
            }
        }
    }

    private static String ended(CallEvent event) {
        if (event instanceof ToolCompleted done) {
            return line(done, "ok, " + done.elapsed().toMillis() + " ms");
        }
        if (event instanceof ToolFailure failure) {
            return line(failure, "failed, " + failure.error().code());
        }
        if (event instanceof ToolArgumentsRefused refused) {
            return line(refused, "refused, " + refused.error().message());
        }
        return event instanceof ToolDenied denied ? line(denied, "denied, " + denied.code()) : "";
    }

    private static String line(CallEvent event, String how) {
        return String.format(Locale.ROOT, "calls   %-12s %s", event.call().toolName(), how);
    }

    /** What a model says is printed on one line, and nothing of it controls a terminal. */
    private void print(String runId, String text) {
        if (!text.isEmpty()) {
            String clean = text.replaceAll("\\p{C}", " ");
            String cut = clean.length() <= WIDTH ? clean : clean.substring(0, WIDTH) + "...";
            out.println(String.format(Locale.ROOT, "  %-7s %s", Lanes.of(runId), cut));
        }
    }
}
