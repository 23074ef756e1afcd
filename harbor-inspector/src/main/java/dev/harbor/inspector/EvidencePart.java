package dev.harbor.inspector;

import dev.harbor.artifact.Evidence;
import dev.harbor.artifact.Provenance;
import dev.harbor.run.Invocation;
import dev.harbor.run.RecordedEvidence;
import dev.harbor.run.Run;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Shows what a run found out: what a model claims, and what tools observed and verified. */
final class EvidencePart {

    private final Markup html;
    private final InspectorLimits limits;

    EvidencePart(Markup html, InspectorLimits limits) {
        this.html = html;
        this.limits = limits;
    }

    void write(Run run) {
        List<RecordedEvidence> all = run.evidence();
        int hidden = Math.max(0, all.size() - limits.rows());
        html.tags("<section><h2>Evidence</h2>");
        if (all.isEmpty()) {
            html.element("p", "none", "Nothing was claimed, observed or verified.");
        }
        if (hidden > 0) {
            html.element("p", "none", Words.number(hidden) + " earlier ones are not shown.");
        }
        all.stream().skip(hidden).forEach(each -> claim(run, each));
        html.tags("</section>");
    }

    private void claim(Run run, RecordedEvidence recorded) {
        Evidence claim = recorded.evidence();
        html.tags("<article class=\"claim " + kind(claim) + "\"><p class=\"badges\">");
        Badge.state(html, kind(claim));
        html.element("b", "", claim.type()).element("small", "", origin(run, recorded));
        html.tags("</p><dl>");
        Evidence.Subject subject = claim.subject();
        fact("What", claim.externalId());
        fact("About", subject == null ? null : Objects.requireNonNullElse(subject.externalId(), subject.evidenceId()));
        fact("Where", claim.reference());
        html.tags("</dl>");
        if (claim.data() != null) {
            html.json(claim.data());
        }
        html.tags("</article>");
    }

    private void fact(String name, @Nullable String value) {
        if (value != null) {
            html.tags("<div><dt>" + name + "</dt>").element("dd", "", value).tags("</div>");
        }
    }

    static String kind(Evidence claim) {
        if (claim.provenance() == Provenance.VERIFIED) {
            return Boolean.TRUE.equals(claim.passed()) ? "verified" : "refuted";
        }
        return claim.provenance() == Provenance.OBSERVED ? "observed" : "claimed";
    }

    private static String origin(Run run, RecordedEvidence recorded) {
        String by = recorded.callId().isEmpty()
                ? "by the model"
                : run.invocations().stream()
                        .filter(call -> call.callId().equals(recorded.callId()))
                        .findFirst()
                        .map(EvidencePart::origin)
                        .orElse(recorded.callId());
        return recorded.evidence().id() + ", " + by + ", " + Words.moment(recorded.at());
    }

    private static String origin(Invocation call) {
        return call.resolution() == null
                ? "by " + call.tool()
                : "by " + call.resolution().actor() + ", about " + call.tool();
    }
}
