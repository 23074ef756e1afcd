package dev.harbor.inspector;

import dev.harbor.pause.Pause;
import dev.harbor.run.CallResolution;
import dev.harbor.run.Invocation;
import dev.harbor.run.RecordedEvidence;
import dev.harbor.run.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Shows what a run did, one after the other, each where it lies in the time of the run; a call can be opened. */
final class TimelinePart {

    private final Markup html;
    private final InspectorLimits limits;

    /** Is one line: when, and what writes it. */
    private record Moment(Instant at, Runnable line) {}

    TimelinePart(Markup html, InspectorLimits limits) {
        this.html = html;
        this.limits = limits;
    }

    void write(Run run, List<Pause> waiting) {
        List<Moment> moments = moments(run, waiting);
        int hidden = Math.max(0, moments.size() - limits.rows());
        html.tags("<section class=\"timeline\"><h2>Timeline</h2>");
        if (hidden > 0) {
            html.element("p", "none", Words.number(hidden) + " earlier moments are not shown.");
        }
        html.tags("<ol>");
        moments.stream().skip(hidden).forEach(moment -> moment.line().run());
        html.tags("</ol></section>");
    }

    /** What has one time stays in the order of this list: a run begins before it does something, and has done it before it ends. */
    private List<Moment> moments(Run run, List<Pause> waiting) {
        List<Moment> moments = new ArrayList<>();
        moments.add(new Moment(run.startedAt(), () -> plain(run, run.startedAt(), "running", "Began", "")));
        run.children()
                .forEach(child -> moments.add(new Moment(
                        child.startedAt(),
                        () -> plain(
                                run,
                                child.startedAt(),
                                "spawned",
                                "Child run",
                                child.goal() + " (" + child.state().wireName() + ")"))));
        run.evidence().stream().filter(each -> each.callId().isEmpty()).forEach(each -> moments.add(found(run, each)));
        run.invocations().forEach(call -> {
            moments.add(new Moment(call.createdAt(), () -> call(run, call)));
            run.evidence().stream()
                    .filter(each -> each.callId().equals(call.callId()))
                    .forEach(each -> moments.add(found(run, each)));
        });
        waiting.stream()
                .filter(pause -> pause.runId().equals(run.runId()))
                .forEach(pause -> moments.add(new Moment(
                        pause.at(),
                        () -> plain(
                                run,
                                pause.at(),
                                "waiting",
                                "Waits: " + pause.reason().wireName().replace('_', ' '),
                                pause.message()))));
        if (run.state().isTerminal()) {
            String end = run.state().wireName();
            moments.add(
                    new Moment(run.updatedAt(), () -> plain(run, run.updatedAt(), end, "Ended: " + end, run.reason())));
        }
        moments.sort(Comparator.comparing(Moment::at));
        return moments;
    }

    private Moment found(Run run, RecordedEvidence recorded) {
        return new Moment(recorded.at(), () -> evidence(run, recorded));
    }

    private void plain(Run run, Instant at, String state, String what, String detail) {
        line(run, at, state);
        html.tags("<div class=\"what\">").element("b", "", what).tags(" <span class=\"dim\">");
        html.excerpt(detail, 300).tags("</span></div></li>");
    }

    private void line(Run run, Instant at, String state) {
        html.tags("<li class=\"" + Badge.name(state) + "\"><time")
                .attribute("title", Words.moment(at))
                .tags(">")
                .text("+" + Words.duration(Duration.between(run.startedAt(), at)))
                .tags("</time>");
    }

    private void evidence(Run run, RecordedEvidence recorded) {
        plain(
                run,
                recorded.at(),
                EvidencePart.kind(recorded.evidence()),
                EvidencePart.kind(recorded.evidence()) + ": "
                        + recorded.evidence().type(),
                recorded.evidence().externalId() == null
                        ? ""
                        : recorded.evidence().externalId());
    }

    // ---- a call

    private void call(Run run, Invocation call) {
        line(run, call.createdAt(), call.state().wireName());
        html.tags("<details class=\"what\"")
                .attribute("data-key", "call " + call.callId())
                .tags("><summary><span>")
                .element("b", "", call.tool())
                .tags(" ")
                .element("span", "dim", call.effect().wireName());
        html.tags("</span>");
        span(run, call);
        html.tags("<span class=\"end\">");
        Badge.state(html, call.state().wireName());
        html.tags("<span class=\"n\">").text(took(call)).tags("</span></span></summary>");
        details(call);
        html.tags("</details></li>");
    }

    private static String took(Invocation call) {
        Instant end = call.completedAt();
        return end == null ? "open" : Words.duration(Duration.between(call.createdAt(), end));
    }

    private void span(Run run, Invocation call) {
        Instant end = call.completedAt() == null ? run.updatedAt() : call.completedAt();
        double whole =
                Math.max(1, Duration.between(run.startedAt(), run.updatedAt()).toNanos());
        double left = Duration.between(run.startedAt(), call.createdAt()).toNanos() / whole * 100;
        double width = Math.max(1.5, Duration.between(call.createdAt(), end).toNanos() / whole * 100);
        html.tags(String.format(
                Locale.ROOT,
                "<svg class=\"span %s\" viewBox=\"0 0 100 1\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
                        + "<rect x=\"%.1f\" width=\"%.1f\" height=\"1\"/></svg>",
                Badge.name(call.state().wireName()),
                Math.min(left, 98.5),
                Math.min(width, 100 - Math.min(left, 98.5))));
    }

    private void details(Invocation call) {
        html.tags("<dl class=\"facts\">");
        fact("Call", call.callId());
        fact("Code", call.code());
        fact("Attempts", Words.number(call.attempts()));
        fact("Result", Words.bytes(call.outputBytes()));
        fact("Began", Words.moment(call.createdAt()));
        fact("Provider's id", call.providerCallId());
        fact("Idempotency key", call.idempotencyKey());
        fact("Arguments, digest", call.argumentsDigest());
        fact("Definition, digest", call.definitionDigest());
        CallResolution found = call.resolution();
        fact("Found out by", found == null ? null : found.actor() + ": " + found.note());
        html.tags("</dl>");
        if (call.output() != null && !call.output().isNull()) {
            html.json(call.output());
        }
    }

    private void fact(String name, @Nullable String value) {
        if (value != null) {
            html.tags("<div><dt>" + name + "</dt>").element("dd", "", value).tags("</div>");
        }
    }
}
