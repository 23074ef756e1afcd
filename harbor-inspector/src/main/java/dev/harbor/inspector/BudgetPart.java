package dev.harbor.inspector;

import dev.harbor.run.BudgetLimits;
import dev.harbor.run.Run;
import dev.harbor.run.RunUsage;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Shows what a run has used of what it may. */
final class BudgetPart {

    private final Markup html;

    BudgetPart(Markup html) {
        this.html = html;
    }

    void write(Run run) {
        BudgetLimits limits = run.limits();
        RunUsage used = run.usage();
        html.tags("<section><h2>Budget</h2><div class=\"budget\">");
        Duration most = limits.maxElapsed();
        gauge(
                "Time",
                Words.duration(used.elapsed()),
                most == null ? null : Words.duration(most),
                most == null ? 0 : (double) used.elapsed().toMillis() / Math.max(1, most.toMillis()));
        gauge("Decisions", used.steps(), limits.maxSteps());
        gauge("Tool calls", used.toolCalls(), limits.maxToolCalls());
        gauge("Model calls", used.modelCalls(), limits.maxModelCalls());
        gauge("Child runs", used.childRuns(), limits.maxChildRuns());
        gauge("Tokens", used.tokens(), limits.maxTokens());
        gauge("Output bytes", used.outputBytes(), limits.maxOutputBytes());
        if (used.costMicros() > 0 || limits.maxCostMicros() != Long.MAX_VALUE) {
            gauge("Cost in millionths", used.costMicros(), limits.maxCostMicros());
        }
        html.tags("</div></section>");
    }

    private void gauge(String name, long used, long limit) {
        gauge(
                name,
                Words.number(used),
                limit == Long.MAX_VALUE ? null : Words.number(limit),
                (double) used / Math.max(1, limit));
    }

    /** The policy of the page forbids styles in attributes, so that lengths are attributes of a drawing. */
    private void gauge(String name, String used, @Nullable String limit, double share) {
        html.tags("<div class=\"gauge\"><span>" + name + "</span><span><b>")
                .text(used)
                .tags("</b> ");
        html.text(limit == null ? "no limit" : "of " + limit).tags("</span>");
        if (limit != null) {
            String level = share >= 1 ? "over" : share >= 0.8 ? "high" : "fine";
            html.tags(String.format(
                    Locale.ROOT,
                    "<svg class=\"bar %s\" viewBox=\"0 0 100 1\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
                            + "<rect width=\"%.1f\" height=\"1\"/></svg>",
                    level,
                    Math.min(1, share) * 100));
        }
        html.tags("</div>");
    }
}
