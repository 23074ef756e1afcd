package dev.harbor.inspector;

import dev.harbor.pause.Pause;
import java.util.Comparator;
import java.util.List;

/** Lists what waits for a person or something outside, the oldest first. Confined to one request. */
final class WaitingView {

    private final Look look;
    private final Markup html;

    WaitingView(Look look) {
        this.look = look;
        this.html = look.markup();
    }

    /** Each run that waits is read for this, so that there are no more of them than on a page of runs. */
    InspectorResponse page() {
        int most = look.limits().pageRuns();
        List<Pause> waiting = look
                .inspector()
                .runtime()
                .operator()
                .pauses(look.access().whose().limit(most))
                .stream()
                .sorted(Comparator.comparing(Pause::at).thenComparing(Pause::id))
                .toList();
        html.tags("<section class=\"list\"><h1>Waiting</h1>");
        if (waiting.isEmpty()) {
            html.element("p", "none", "Nothing waits.");
        }
        waiting.forEach(this::pause);
        if (waiting.stream().map(WaitingView::root).distinct().count() >= most) {
            html.tags("<p class=\"none\">These are of " + most + " runs; there may be more: <a")
                    .attribute("href", look.mount() + "/?state=waiting")
                    .tags(">all that wait</a>.</p>");
        }
        html.tags("</section>");
        return new Frame(look, "waiting").live("Waiting", html, Markup.path(look.mount(), "events"));
    }

    private void pause(Pause pause) {
        new PausePart(look, html)
                .writeWithRun(root(pause), pause, pause.identity().tenant());
    }

    /** The ids of child runs begin with that of their root, and a dot. */
    private static String root(Pause pause) {
        int dot = pause.runId().indexOf('.');
        return dot < 0 ? pause.runId() : pause.runId().substring(0, dot);
    }
}
