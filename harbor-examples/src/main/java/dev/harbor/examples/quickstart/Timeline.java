package dev.harbor.examples.quickstart;

import dev.harbor.artifact.ArtifactRef;
import dev.harbor.event.CallEvent;
import dev.harbor.event.CallProvenance;
import dev.harbor.event.EventSink;
import dev.harbor.event.HarborEvent;
import dev.harbor.event.PlannerDecided;
import dev.harbor.event.ToolArgumentsRefused;
import dev.harbor.event.ToolCancelled;
import dev.harbor.event.ToolCompleted;
import dev.harbor.event.ToolDenied;
import dev.harbor.event.ToolFailure;
import dev.harbor.event.ToolPaused;
import dev.harbor.event.ToolRetriesExhausted;
import dev.harbor.event.ToolUnknown;
import dev.harbor.examples.quickstart.Terminal.Style;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.ToolError;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Prints what the runtime tells, while it happens: a heading for each step, a line for each call when it ends.
 *
 * <p>Thread-safe: parallel calls end on several threads.
 */
final class Timeline implements EventSink {

    private static final String ROW = "  %-4s  %-14s  %-8s  %s  %5s  %8s  %9s  %9s  %s";
    private static final int STATUS_WIDTH = 8;
    private static final int REASON_WIDTH = 90;

    private final PrintStream out;
    private final Terminal terminal;
    private final Object lock = new Object();
    private final Tally tally = new Tally();
    private String remark = "";

    Timeline(PrintStream out, Terminal terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** Hears what the model says about the step that it decides next. */
    void remark(String text) {
        synchronized (lock) {
            remark = text;
        }
    }

    void start() {
        String heading = String.format(
                Locale.ROOT,
                ROW,
                "call",
                "tool",
                "effect",
                pad("status"),
                "tries",
                "ms",
                "in",
                "out",
                "artifact or reason");
        out.println(terminal.style(Style.DIM, heading));
    }

    Tally tally() {
        synchronized (lock) {
            return tally.copy();
        }
    }

    @Override
    public void accept(HarborEvent event) {
        synchronized (lock) {
            if (event instanceof PlannerDecided decided) {
                step(decided);
            } else if (event instanceof CallEvent call) {
                call(call);
            }
        }
    }

    private void step(PlannerDecided decided) {
        out.println();
        out.println(terminal.style(
                Style.BOLD,
                String.format(
                        Locale.ROOT,
                        "%2d %s %s",
                        decided.step(),
                        terminal.pick("●", "*"),
                        terminal.fit(remark, REASON_WIDTH))));
    }

    private void call(CallEvent event) {
        if (event instanceof ToolCompleted done) {
            completed(done);
        } else if (event instanceof ToolDenied denied) {
            tally.denied++;
            row(denied.call(), Style.YELLOW, "denied", 0, Duration.ZERO, null, denied.code());
        } else if (event instanceof ToolArgumentsRefused refused) {
            failed(refused.call(), 0, Duration.ZERO, refused.error());
        } else if (event instanceof ToolFailure failure) {
            failed(failure.call(), failure.attempts(), failure.elapsed(), failure.error());
        } else if (event instanceof ToolRetriesExhausted failure) {
            failed(failure.call(), failure.attempts(), failure.elapsed(), failure.error());
        } else {
            rare(event);
        }
    }

    private void completed(ToolCompleted done) {
        tally.succeeded++;
        tally.offloaded += done.artifacts().size();
        String artifact =
                done.artifacts().stream().findFirst().map(Timeline::shorten).orElse("");
        row(done.call(), Style.GREEN, "ok", done.attempts(), done.elapsed(), done.resultBytes(), artifact);
    }

    static String shorten(ArtifactRef ref) {
        return "sha256:" + ref.sha256().substring(0, 8);
    }

    private void failed(CallProvenance call, int attempts, Duration elapsed, ToolError error) {
        tally.failed++;
        row(call, Style.RED, "failed", attempts, elapsed, null, error.code().value());
        out.println("        " + terminal.style(Style.DIM, terminal.fit(error.message(), REASON_WIDTH)));
    }

    private void rare(CallEvent event) {
        if (event instanceof ToolUnknown unknown) {
            tally.failed++;
            row(
                    unknown.call(),
                    Style.RED,
                    "unknown",
                    unknown.attempts(),
                    unknown.elapsed(),
                    null,
                    unknown.error().code().value());
        } else if (event instanceof ToolCancelled cancelled) {
            tally.failed++;
            row(
                    cancelled.call(),
                    Style.RED,
                    "cancelled",
                    cancelled.attempts(),
                    cancelled.elapsed(),
                    null,
                    cancelled.reason());
        } else if (event instanceof ToolPaused paused) {
            row(paused.call(), Style.YELLOW, "waits", 0, Duration.ZERO, null, paused.reason());
        }
    }

    private void row(
            CallProvenance call,
            Style style,
            String status,
            int tries,
            Duration elapsed,
            @Nullable Long bytesOut,
            String note) {
        String effect = call.effect().map(SideEffect::wireName).orElse("-");
        out.println(String.format(
                        Locale.ROOT,
                        ROW,
                        call.callId(),
                        terminal.fit(call.toolName(), 14),
                        effect,
                        terminal.style(style, pad(status)),
                        tries,
                        Units.millis(elapsed),
                        Units.bytes(call.argumentsBytes()),
                        bytesOut == null ? "-" : Units.bytes(bytesOut),
                        note)
                .stripTrailing());
    }

    /** Pads before colours are added, which have no width. */
    private static String pad(String status) {
        return String.format(Locale.ROOT, "%-" + STATUS_WIDTH + "s", status);
    }
}
