package dev.harbor.examples.harness;

import dev.harbor.artifact.Evidence;
import dev.harbor.artifact.Provenance;
import dev.harbor.json.Json;
import dev.harbor.run.BudgetLimits;
import dev.harbor.run.Invocation;
import dev.harbor.run.RecordedEvidence;
import dev.harbor.run.Run;
import dev.harbor.run.RunUsage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Shows a run to people: one page that needs nothing but itself. */
final class RunPage {

    private static final String STYLE = style();

    private final RunView view;
    private final Run run;
    private final Html html = new Html();

    private RunPage(RunView view) {
        this.view = view;
        this.run = view.run();
    }

    static String of(RunView view) {
        return new RunPage(view).page();
    }

    private String page() {
        html.tags("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
                + "<meta name=\"color-scheme\" content=\"light dark\"><title>");
        html.text("Run " + run.runId() + " - " + run.state().wireName()).tags("</title><style>" + STYLE + "</style>");
        html.tags("</head><body><main>");
        header();
        advice();
        budget();
        calls();
        children();
        evidence();
        html.tags("<footer>").text("Harbor run " + run.runId() + ", version " + run.version() + ", read at ");
        html.text(moment(view.at())).tags("</footer></main></body></html>\n");
        return html.toString();
    }

    // ---- what it is

    private void header() {
        String state = run.state().wireName();
        html.tags("<header><p class=\"badges\"><span class=\"badge " + state + "\">")
                .text(state)
                .tags("</span>");
        if (!run.reason().isEmpty()) {
            html.element("span", "reason", run.reason());
        }
        html.tags("</p><h1>").text(run.goal()).tags("</h1><dl class=\"facts\">");
        fact("Run", run.runId());
        fact("Profile", run.profile());
        fact("Complete when", run.completion() == null ? null : run.completion().mode());
        fact("Began", moment(run.startedAt()));
        fact("Last change", moment(run.updatedAt()));
        fact("Whose", run.id().identity().user() + " at " + run.id().identity().tenant());
        html.tags("</dl>");
        result();
        html.tags("</header>");
    }

    private void fact(String name, @Nullable String value) {
        if (value != null) {
            html.tags("<div><dt>").text(name).tags("</dt><dd>").text(value).tags("</dd></div>");
        }
    }

    private void result() {
        Json result = run.result();
        if (!result.isNull()) {
            String summary = result.get("summary")
                    .filter(text -> text.kind() == Json.Kind.STRING)
                    .map(Json::asString)
                    .orElse(null);
            if (summary != null) {
                html.element("p", "summary", summary);
            } else {
                html.json(result);
            }
        }
    }

    // ---- what to do

    private void advice() {
        Advice advice = Advice.of(view);
        if (advice.steps().isEmpty()) {
            return;
        }
        html.tags("<section class=\"advice\"><h2>")
                .text("This run is " + advice.what())
                .tags("</h2><ol>");
        for (String step : advice.steps()) {
            boolean isCommand = step.startsWith(Harness.NAME + " ");
            html.tags(isCommand ? "<li><code>" : "<li>").text(step).tags(isCommand ? "</code></li>" : "</li>");
        }
        html.tags("</ol></section>");
    }

    // ---- what it used

    private void budget() {
        BudgetLimits limits = run.limits();
        RunUsage used = run.usage();
        html.tags("<section><h2>Budget</h2><div class=\"budget\">");
        Duration most = limits.maxElapsed();
        gauge(
                "Time",
                Durations.text(used.elapsed()),
                most == null ? null : Durations.text(most),
                most == null ? 0 : (double) used.elapsed().toMillis() / Math.max(1, most.toMillis()));
        gauge("Decisions", used.steps(), limits.maxSteps());
        gauge("Tool calls", used.toolCalls(), limits.maxToolCalls());
        gauge("Model calls", used.modelCalls(), limits.maxModelCalls());
        gauge("Output bytes", used.outputBytes(), limits.maxOutputBytes());
        gauge("Tokens", used.tokens(), limits.maxTokens());
        gauge("Child runs", used.childRuns(), limits.maxChildRuns());
        html.tags("</div></section>");
    }

    private void gauge(String name, long used, long limit) {
        gauge(name, number(used), limit == Long.MAX_VALUE ? null : number(limit), (double) used / Math.max(1, limit));
    }

    private void gauge(String name, String used, @Nullable String limit, double share) {
        html.tags("<div class=\"gauge\"><span class=\"name\">").text(name).tags("</span><span class=\"used\"><b>");
        html.text(used)
                .tags("</b> ")
                .text(limit == null ? "no limit" : "of " + limit)
                .tags("</span>");
        if (limit != null) {
            String width = String.format(Locale.ROOT, "%.1f", Math.min(1, share) * 100);
            String level = share >= 1 ? "over" : share >= 0.8 ? "high" : "fine";
            String filled = "<i class=\"" + level + "\" style=\"width:" + width + "%\"></i>";
            html.tags("<span class=\"bar\">" + (share > 0 ? filled : "") + "</span>");
        }
        html.tags("</div>");
    }

    // ---- what it did

    private void calls() {
        html.tags("<section><h2>Calls</h2>");
        if (run.invocations().isEmpty()) {
            html.element("p", "none", "No tool was called.").tags("</section>");
            return;
        }
        html.tags("<div class=\"scroll\"><table><thead><tr><th>#</th><th>Tool</th><th>Effect</th><th>State</th>"
                + "<th class=\"n\">Attempts</th><th class=\"n\">Bytes</th><th class=\"n\">Took</th>"
                + "<th class=\"when\">When</th></tr></thead><tbody>");
        int place = 0;
        for (Invocation call : run.invocations()) {
            call(++place, call);
        }
        html.tags("</tbody></table></div></section>");
    }

    private void call(int place, Invocation call) {
        String state = call.state().wireName();
        html.tags("<tr><td class=\"dim\">" + place + "</td><td><b>")
                .text(call.tool())
                .tags("</b><small>");
        html.text(call.callId())
                .tags("</small></td><td>")
                .text(call.effect().wireName())
                .tags("</td><td>");
        html.tags("<span class=\"badge " + state + "\">").text(state).tags("</span>");
        if (call.code() != null) {
            html.element("small", "", call.code());
        }
        if (call.resolution() != null) {
            html.element("small", "", "found out by " + call.resolution().actor());
        }
        html.tags("</td><td class=\"n\">" + call.attempts() + "</td><td class=\"n\">")
                .text(number(call.outputBytes()));
        html.tags("</td><td class=\"n\">").text(took(call)).tags("</td><td class=\"when\">");
        span(call);
        html.tags("</td></tr>");
    }

    private static String took(Invocation call) {
        Instant end = call.completedAt();
        return end == null ? "open" : Durations.text(Duration.between(call.createdAt(), end));
    }

    /** Draws a call where it lies in the time of the run. */
    private void span(Invocation call) {
        Instant end = call.completedAt() == null ? run.updatedAt() : call.completedAt();
        double whole =
                Math.max(1, Duration.between(run.startedAt(), run.updatedAt()).toNanos());
        double left = Duration.between(run.startedAt(), call.createdAt()).toNanos() / whole * 100;
        double width = Math.max(1.5, Duration.between(call.createdAt(), end).toNanos() / whole * 100);
        html.tags(String.format(
                Locale.ROOT,
                "<span class=\"track\"><i class=\"%s\" style=\"left:%.1f%%;width:%.1f%%\"></i></span>",
                call.state().wireName(),
                Math.min(left, 98.5),
                Math.min(width, 100 - Math.min(left, 98.5))));
        html.element("small", "", "+" + Durations.text(Duration.between(run.startedAt(), call.createdAt())));
    }

    // ---- what it handed on

    private void children() {
        if (run.children().isEmpty()) {
            return;
        }
        html.tags(
                "<section><h2>Child runs</h2><div class=\"scroll\"><table><thead><tr><th>Run</th><th>What for</th><th>State</th>"
                        + "<th class=\"n\">Calls</th><th class=\"n\">Took</th></tr></thead><tbody>");
        run.children().forEach(this::child);
        html.tags("</tbody></table></div></section>");
    }

    private void child(Run child) {
        String state = child.state().wireName();
        html.tags("<tr><td><b>").text(child.runId()).tags("</b></td><td>").text(child.goal());
        html.tags("</td><td><span class=\"badge " + state + "\">").text(state).tags("</span>");
        if (!child.reason().isEmpty()) {
            html.element("small", "", child.reason());
        }
        html.tags("</td><td class=\"n\">")
                .text(number(child.invocations().size()))
                .tags("</td><td class=\"n\">");
        html.text(Durations.text(Duration.between(child.startedAt(), child.updatedAt())))
                .tags("</td></tr>");
        child.children().forEach(this::child);
    }

    // ---- what it found out

    private void evidence() {
        html.tags("<section><h2>Evidence</h2>");
        if (run.evidence().isEmpty()) {
            html.element("p", "none", "Nothing was claimed, observed or verified.");
        }
        run.evidence().forEach(this::claim);
        html.tags("</section>");
    }

    private void claim(RecordedEvidence recorded) {
        Evidence claim = recorded.evidence();
        String kind = kind(claim);
        html.tags("<article class=\"claim " + kind + "\"><p><span class=\"badge " + kind + "\">")
                .text(kind);
        html.tags("</span><b>")
                .text(claim.type())
                .tags("</b><small>")
                .text(origin(recorded))
                .tags("</small></p>");
        Evidence.Subject subject = claim.subject();
        html.tags("<dl>");
        fact("What", claim.externalId());
        fact("About", subject == null ? null : Objects.requireNonNullElse(subject.externalId(), subject.evidenceId()));
        fact("Where", claim.reference());
        html.tags("</dl>");
        if (claim.data() != null) {
            html.json(claim.data());
        }
        html.tags("</article>");
    }

    private static String kind(Evidence claim) {
        if (claim.provenance() == Provenance.VERIFIED) {
            return Boolean.TRUE.equals(claim.passed()) ? "verified" : "refuted";
        }
        return claim.provenance() == Provenance.OBSERVED ? "observed" : "claimed";
    }

    private String origin(RecordedEvidence recorded) {
        String by = recorded.callId().isEmpty()
                ? "by the model"
                : run.invocations().stream()
                        .filter(call -> call.callId().equals(recorded.callId()))
                        .findFirst()
                        .map(call -> origin(call) + " (" + call.callId() + ")")
                        .orElse(recorded.callId());
        return recorded.evidence().id() + ", " + by + ", " + moment(recorded.at());
    }

    private static String origin(Invocation call) {
        return call.resolution() == null
                ? "by " + call.tool()
                : "by " + call.resolution().actor() + ", about " + call.tool();
    }

    private static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String moment(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString().replace('T', ' ').replace("Z", " UTC");
    }

    private static String style() {
        try (InputStream in = RunPage.class.getResourceAsStream("page.css")) {
            return new String(Objects.requireNonNull(in, "page.css").readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the style of the page can't be read", e);
        }
    }
}
