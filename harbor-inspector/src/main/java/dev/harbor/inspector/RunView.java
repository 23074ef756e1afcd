package dev.harbor.inspector;

import dev.harbor.json.Json;
import dev.harbor.pause.Pause;
import dev.harbor.run.Run;
import dev.harbor.run.RunState;
import dev.harbor.runtime.RunSummary;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shows one run: what it is for, what it waits for, used, did, decided and found out. Confined to one request. */
final class RunView {

    /** Why a run waits that was told to; it may be told to go on. */
    private static final String PAUSED = "paused";

    private final Look look;
    private final Markup html;

    RunView(Look look) {
        this.look = look;
        this.html = look.markup();
    }

    InspectorResponse page(String runId) {
        RunSummary summary = Runs.require(look, runId);
        Run run = look.inspector().runtime().operator().run(runId).orElseThrow(Refusal::notFound);
        List<Pause> waiting =
                look.inspector().runtime().operator().pauses(summary.id().runId());
        head(run, summary);
        waiting(summary.id().runId(), waiting);
        new BudgetPart(html).write(run);
        new TimelinePart(html, look.limits()).write(run, waiting);
        new DecisionsPart(html, look.limits()).write(run.trajectory());
        new EvidencePart(html, look.limits()).write(run);
        children(run);
        String events = Markup.path(look.mount(), "runs", summary.id().runId(), "events");
        return new Frame(look, "runs").live("Run " + runId, html, events);
    }

    // ---- what it is

    private void head(Run run, RunSummary summary) {
        html.tags("<header><p class=\"badges\">");
        Badge.state(html, run.state().wireName());
        if (!run.reason().isEmpty()) {
            html.element("span", "reason", run.reason());
        }
        html.tags("</p>").element("h1", "", run.goal()).tags("<dl class=\"facts\">");
        fact("Run", run.runId());
        fact("Tenant", run.id().identity().tenant());
        fact("User", run.id().identity().user());
        fact("Session", run.id().identity().session());
        fact("Profile", run.profile());
        fact("Complete when", run.completion() == null ? null : run.completion().mode());
        fact("Began", Words.moment(run.startedAt()));
        fact("Last change", Words.moment(run.updatedAt()));
        fact("Driven by", driver(summary));
        html.tags("</dl>");
        parent(run);
        document("Input", run.input());
        result(run.result());
        steering(run);
        html.tags("</header>");
    }

    private void fact(String name, @Nullable String value) {
        if (value != null) {
            html.tags("<div><dt>" + name + "</dt>").element("dd", "", value).tags("</div>");
        }
    }

    private @Nullable String driver(RunSummary summary) {
        Instant until = summary.drivenUntil();
        return until != null && until.isAfter(look.at()) ? summary.driver() : null;
    }

    private void parent(Run run) {
        String parent = run.parentId();
        if (parent != null) {
            html.tags("<p>A child of <a")
                    .link("href", look.mount(), "runs", parent)
                    .tags(">");
            html.text(parent).tags("</a></p>");
        }
    }

    private void result(Json result) {
        String summary = result.get("summary")
                .filter(text -> text.kind() == Json.Kind.STRING)
                .map(Json::asString)
                .orElse(null);
        if (summary == null) {
            document("Result", result);
        } else {
            html.element("p", "summary", summary);
        }
    }

    private void document(String name, Json value) {
        if (!value.isNull() && !value.equals(Json.EMPTY_OBJECT)) {
            html.tags("<details data-key=\"" + name + "\"><summary>" + name + "</summary>")
                    .json(value)
                    .tags("</details>");
        }
    }

    // ---- what may be done

    private void steering(Run run) {
        if (!look.access().steers() || run.state().isTerminal() || run.parentId() != null) {
            return;
        }
        html.tags("<div class=\"actions\">");
        if (run.state() == RunState.WAITING && run.reason().equals(PAUSED)) {
            control(run, "resume", "Resume");
        } else if (run.state() != RunState.WAITING) {
            control(run, "pause", "Pause");
        }
        html.tags("<details data-key=\"cancel\"><summary>Cancel…</summary>");
        form(run, "cancel");
        html.tags("<label>Reason <input name=\"reason\" maxlength=\"500\"></label>"
                + "<button class=\"bad\">Cancel this run</button></form></details></div>");
    }

    private void control(Run run, String verb, String name) {
        form(run, verb);
        html.tags("<button>" + name + "</button></form>");
    }

    private void form(Run run, String verb) {
        html.tags("<form method=\"post\" id=\"" + verb + "\"")
                .link("action", look.mount(), "runs", run.runId(), verb)
                .tags(">");
    }

    private void waiting(String root, List<Pause> waiting) {
        if (!waiting.isEmpty()) {
            html.tags("<section class=\"waits\"><h2>Waits for</h2>");
            waiting.forEach(pause -> new PausePart(look, html).write(root, pause));
            html.tags("</section>");
        }
    }

    // ---- what it handed on

    private void children(Run run) {
        if (run.children().isEmpty()) {
            return;
        }
        html.tags("<section><h2>Child runs</h2><div class=\"scroll\"><table><thead><tr><th>State</th><th>Goal</th>"
                + "<th class=\"n\">Calls</th><th class=\"n\">Took</th></tr></thead><tbody>");
        run.children().stream().limit(look.limits().rows()).forEach(this::child);
        html.tags("</tbody></table></div></section>");
    }

    private void child(Run child) {
        html.tags("<tr><td>");
        Badge.state(html, child.state().wireName());
        html.tags("</td><td><a")
                .link("href", look.mount(), "runs", child.runId())
                .tags(">");
        html.excerpt(child.goal(), 160).tags("</a>").element("small", "id", child.runId());
        html.tags("</td><td class=\"n\">")
                .text(Words.number(child.invocations().size()))
                .tags("</td><td class=\"n\">")
                .text(Words.duration(Duration.between(child.startedAt(), child.updatedAt())))
                .tags("</td></tr>");
    }
}
