package dev.harbor.examples.approvals;

import dev.harbor.examples.approvals.Guests.Guest;
import dev.harbor.pause.Pause;
import dev.harbor.pause.PauseReason;
import dev.harbor.run.Run;
import java.util.List;

/** Writes the pages. Whatever comes from a run is escaped. */
final class DeskPages {

    private static final List<String> GOALS = List.of("pay eve 700", "appoint a meeting");

    private DeskPages() {}

    static String desk(Guest guest, List<Pause> waiting, List<Run> runs) {
        StringBuilder page = new StringBuilder("<h1>Approval desk</h1>");
        for (String goal : GOALS) {
            page.append(form(guest, "/start", "<button name=goal value=\"" + goal + "\">" + goal + "</button>"));
        }
        page.append("<h2>What waits</h2>");
        waiting.forEach(pause -> page.append(pause(guest, pause)));
        page.append("<h2>Runs</h2><ul id=runs>");
        runs.forEach(run -> page.append("<li>")
                .append(Form.escaped(run.goal() + ": " + run.state().wireName())));
        return page.append("</ul>").toString();
    }

    private static String pause(Guest guest, Pause pause) {
        String what = "<section class=pause><p>" + Form.escaped(pause.message());
        boolean isConsent = pause.reason() == PauseReason.EXTERNAL_EVENT;
        return what + (isConsent ? consent(pause) : approval(guest, pause)) + "</section>";
    }

    private static String consent(Pause pause) {
        return pause.payload()
                .get("consent_url")
                .map(url -> "<a id=consent href=\"" + Form.escaped(url.asString()) + "\">Give access</a>")
                .orElse("");
    }

    private static String approval(Guest guest, Pause pause) {
        String arguments = pause.call() == null ? "{}" : pause.call().arguments().toString();
        return form(
                guest,
                "/decide",
                "<input type=hidden name=pause value=\"" + Form.escaped(pause.id()) + "\">"
                        + "<input type=hidden name=shown value=\"" + Form.escaped(arguments) + "\">"
                        + "<textarea id=arguments name=arguments>" + Form.escaped(arguments) + "</textarea>"
                        + "<button id=approve name=decision value=approve>Approve</button>"
                        + "<button id=reject name=decision value=reject>Reject</button>");
    }

    private static String form(Guest guest, String action, String fields) {
        return "<form method=post action=\"" + action + "\"><input type=hidden name=proof value=\"" + guest.proof()
                + "\">" + fields + "</form>";
    }
}
