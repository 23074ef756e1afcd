package dev.harbor.inspector;

import dev.harbor.json.Json;
import dev.harbor.pause.Pause;
import dev.harbor.pause.PauseReason;
import java.time.Duration;
import java.time.Instant;

/** Shows what waits, to whom may decide with a form to decide in. */
final class PausePart {

    private final Look look;
    private final Markup html;

    PausePart(Look look, Markup html) {
        this.look = look;
        this.html = html;
    }

    void write(String root, Pause pause) {
        html.tags("<article class=\"pause\"><p class=\"badges\">")
                .element("span", "badge waiting", pause.reason().wireName().replace('_', ' '));
        Pause.Call call = pause.call();
        if (call != null) {
            html.element("b", "", call.tool()).element("span", "dim", call.effect());
        }
        html.tags("<span class=\"dim\">").text(since(pause)).tags("</span></p>");
        if (!pause.message().isBlank()) {
            html.element("p", "message", pause.message());
        }
        Json details = call == null ? pause.payload() : call.arguments();
        if (!details.isNull() && !details.equals(Json.EMPTY_OBJECT)) {
            html.json(details);
        }
        if (!isAbout(pause)) {
            html.element("p", "none", "It is not decided here: the service that asked gets the answer.");
        } else if (look.access().decides()) {
            form(root, pause);
        }
        html.tags("</article>");
    }

    private String since(Pause pause) {
        Instant end = pause.expiresAt();
        return "for " + Words.age(Duration.between(pause.at(), look.at()))
                + (end == null ? "" : ", until " + Words.moment(end));
    }

    /** Tells whether yes or no is an answer. */
    private static boolean isAbout(Pause pause) {
        return pause.reason() == PauseReason.APPROVAL_REQUIRED || pause.reason() == PauseReason.CONSTRAINTS_CONFLICT;
    }

    private void form(String root, Pause pause) {
        html.tags("<form method=\"post\" class=\"decision\"")
                .link("action", look.mount(), "runs", root, "pauses", pause.id(), "approve")
                .tags("><label>Note <input name=\"note\" maxlength=\"1000\" autocomplete=\"off\"></label>")
                .tags("<button class=\"good\">Approve</button><button class=\"bad\"")
                .link("formaction", look.mount(), "runs", root, "pauses", pause.id(), "reject")
                .tags(">Reject</button></form>");
    }

    /** Shows which pause it is of in a list of several runs. */
    void writeWithRun(String root, Pause pause, String tenant) {
        html.tags("<p class=\"of\"><a").link("href", look.mount(), "runs", root).tags(">");
        html.text(pause.runId()).tags("</a> ").element("span", "dim", tenant).tags("</p>");
        write(root, pause);
    }
}
