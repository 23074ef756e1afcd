package dev.harbor.examples.quickstart;

import dev.harbor.event.CallEvent;
import dev.harbor.event.EventSink;
import dev.harbor.event.HarborEvent;
import dev.harbor.event.PlannerDecided;
import dev.harbor.examples.quickstart.Terminal.Style;
import dev.harbor.tool.SideEffect;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Prints what the runtime tells, while it happens: a heading for each step, a line for each call when it ends.
 *
 * <p>Thread-safe: parallel calls end on several threads.
 */
final class Timeline implements EventSink {

    private static final String REASON_INDENT = "        ";
    private static final int TOOL_WIDTH = 14;
    private static final int STATUS_WIDTH = 7;
    private static final int NOTE_WIDTH = 19;
    private static final int REASON_WIDTH = 90;

    private final PrintStream out;
    private final Terminal terminal;
    private final Object lock = new Object();
    private final List<Ended> ended = new ArrayList<>();
    private String remark = "";

    Timeline(PrintStream out, Terminal terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    void start() {
        String heading = row("call", "tool", "effect", pad("status"), "tries", "ms", "in", "out", "artifact, reason");
        out.println(terminal.style(Style.DIM, heading));
    }

    /** Hears what the model says about the step that it decides next. */
    void remark(String text) {
        synchronized (lock) {
            remark = text;
        }
    }

    /** Returns the calls that have ended so far, in the order in which they did. */
    List<Ended> ended() {
        synchronized (lock) {
            return List.copyOf(ended);
        }
    }

    @Override
    public void accept(HarborEvent event) {
        synchronized (lock) {
            if (event instanceof PlannerDecided decided) {
                step(decided);
            } else if (event instanceof CallEvent call) {
                Ended.of(call).ifPresent(this::call);
            }
        }
    }

    private void step(PlannerDecided decided) {
        String bullet = terminal.pick("●", "*");
        String text =
                String.format(Locale.ROOT, "%2d %s %s", decided.step(), bullet, terminal.fit(remark, REASON_WIDTH));
        out.println();
        out.println(terminal.style(Style.BOLD, text));
    }

    private void call(Ended call) {
        ended.add(call);
        out.println(row(
                call.call().callId(),
                terminal.fit(call.call().toolName(), TOOL_WIDTH),
                call.call().effect().map(SideEffect::wireName).orElse("-"),
                terminal.style(call.status().style(), pad(call.status().text())),
                call.attempts(),
                Units.millis(call.elapsed()),
                Units.bytes(call.call().argumentsBytes()),
                call.bytes() < 0 ? "-" : Units.bytes(call.bytes()),
                terminal.fit(call.note(), NOTE_WIDTH)));
        if (!call.message().isEmpty()) {
            out.println(REASON_INDENT + terminal.style(Style.DIM, terminal.fit(call.message(), REASON_WIDTH)));
        }
    }

    private static String row(Object... cells) {
        return String.format(Locale.ROOT, "  %-4s  %-14s  %-8s  %s  %5s  %8s  %9s  %9s  %s", cells)
                .stripTrailing();
    }

    /** Pads before colours are added, which have no width. */
    private static String pad(String status) {
        return String.format(Locale.ROOT, "%-" + STATUS_WIDTH + "s", status);
    }
}
