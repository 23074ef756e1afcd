package dev.harbor.inspector;

import dev.harbor.identity.Identity;
import dev.harbor.journal.HeadQuery;
import dev.harbor.run.RunState;
import dev.harbor.runtime.RunOverview;
import dev.harbor.runtime.RunPage;
import dev.harbor.runtime.RunSummary;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Lists runs: those that may be seen and are asked for, page by page. Confined to one request. */
final class RunsView {

    private static final int GOAL_LENGTH = 160;
    private static final String OPEN = "open";
    private static final List<RunState> OPEN_STATES = List.of(RunState.QUEUED, RunState.RUNNING, RunState.WAITING);

    private final Look look;
    private final Markup html;
    private final String state;
    private final String tenant;
    private final String user;

    RunsView(Look look) {
        this.look = look;
        this.html = look.markup();
        this.state = look.query().text("state");
        this.tenant = look.query().text("tenant");
        this.user = look.query().text("user");
    }

    InspectorResponse page() {
        String wanted = look.query().text("run");
        if (!wanted.isEmpty() && Runs.find(look, wanted).isPresent()) {
            return InspectorResponse.redirect(303, Markup.path(look.mount(), "runs", wanted));
        }
        html.tags("<section><h1>Runs</h1>");
        filter(wanted);
        if (!wanted.isEmpty()) {
            html.element("p", "none", "There is no run " + wanted + ".");
        }
        RunPage runs = find();
        table(runs);
        html.tags("</section>");
        return new Frame(look, "").live("Runs", html, Markup.path(look.mount(), "events"));
    }

    private RunPage find() {
        Optional<HeadQuery> whose = look.access().narrowed(tenant, user);
        return whose.map(query -> states(query).limit(look.limits().pageRuns()))
                .map(query -> look.inspector()
                        .runtime()
                        .operator()
                        .page(query, look.query().text("after")))
                .orElse(new RunPage(List.of(), null));
    }

    private HeadQuery states(HeadQuery query) {
        List<RunState> wanted = state.equals(OPEN)
                ? OPEN_STATES
                : Stream.of(RunState.values())
                        .filter(each -> each.wireName().equals(state))
                        .toList();
        return wanted.isEmpty()
                ? query
                : query.states(wanted.stream().map(RunState::wireName).toArray(String[]::new));
    }

    private void filter(String wanted) {
        html.tags("<form class=\"filter\" method=\"get\"")
                .link("action", look.mount(), "")
                .tags("><label>State <select name=\"state\"><option value=\"\">all</option>");
        option(OPEN, "open");
        Stream.of(RunState.values()).map(RunState::wireName).forEach(each -> option(each, each));
        html.tags("</select></label>");
        if (look.access().isOfEveryTenant()) {
            field("Tenant", "tenant", tenant);
        }
        if (look.access().whose().user() == null) {
            field("User", "user", user);
        }
        field("Run", "run", wanted);
        html.tags("<button>Show</button></form>");
        if (!user.isEmpty() && tenant.isEmpty() && look.access().isOfEveryTenant()) {
            html.element("p", "none", "Name the tenant of the user, too.");
        }
    }

    private void option(String value, String name) {
        html.tags("<option").attribute("value", value).tags(state.equals(value) ? " selected>" : ">");
        html.text(name).tags("</option>");
    }

    private void field(String name, String field, String value) {
        html.tags("<label>" + name + " <input name=\"" + field + "\" autocomplete=\"off\"")
                .attribute("value", value)
                .tags("></label>");
    }

    private void table(RunPage runs) {
        if (runs.runs().isEmpty()) {
            html.element("p", "none", "There is no such run.");
        } else {
            html.tags(
                    "<div class=\"scroll\"><table class=\"runs\"><thead><tr><th>State</th><th>Goal</th><th>Tenant</th>"
                            + "<th>User</th><th class=\"n\">Records</th><th class=\"n\">Age</th></tr></thead><tbody>");
            newestFirst(runs).forEach(this::row);
            html.tags("</tbody></table></div>");
        }
        pages(runs);
    }

    /** The parts of the list follow the ids of runs, which tell nothing; inside one, people look for what is new. */
    private static List<RunOverview> newestFirst(RunPage runs) {
        Comparator<RunOverview> byStart =
                Comparator.comparing(run -> Objects.requireNonNullElse(run.startedAt(), Instant.MIN));
        return runs.runs().stream().sorted(byStart.reversed()).toList();
    }

    private void row(RunOverview run) {
        RunSummary summary = run.summary();
        Identity whose = summary.id().identity();
        Instant startedAt = run.startedAt();
        html.tags("<tr><td>");
        Badge.state(html, summary.state().wireName());
        html.tags("</td><td><a")
                .link("href", look.mount(), "runs", summary.id().runId())
                .tags(">")
                .excerpt(Objects.requireNonNullElse(run.goal(), "its first record can't be read"), GOAL_LENGTH)
                .tags("</a>")
                .element("small", "id", summary.id().runId());
        html.tags("</td><td>").text(whose.tenant()).tags("</td><td>").text(whose.user());
        html.tags("</td><td class=\"n\">").text(Words.number(summary.records()));
        html.tags("</td><td class=\"n\"")
                .attribute("title", startedAt == null ? "" : Words.moment(startedAt))
                .tags(">")
                .text(startedAt == null ? "?" : Words.age(Duration.between(startedAt, look.at())))
                .tags("</td></tr>");
    }

    private void pages(RunPage runs) {
        html.tags("<p class=\"pages\">");
        if (!look.query().text("after").isEmpty()) {
            html.tags("<a").attribute("href", address("")).tags(">First page</a>");
        }
        if (runs.next() != null) {
            html.tags("<a id=\"next\"").attribute("href", address(runs.next())).tags(">Next page</a>");
        }
        html.tags("</p>");
    }

    private String address(String after) {
        return look.mount() + "/?state=" + Markup.encoded(state) + "&tenant=" + Markup.encoded(tenant) + "&user="
                + Markup.encoded(user) + "&after=" + Markup.encoded(after);
    }
}
