package dev.harbor.inspector;

import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Observation;
import dev.harbor.plan.ToolRequest;
import dev.harbor.plan.Trajectory;
import java.util.List;
import java.util.stream.Collectors;

/** Shows what the planner wanted, step by step, and what it was told of that. */
final class DecisionsPart {

    private final Markup html;
    private final InspectorLimits limits;

    DecisionsPart(Markup html, InspectorLimits limits) {
        this.html = html;
        this.limits = limits;
    }

    void write(Trajectory trajectory) {
        if (trajectory.size() == 0) {
            return;
        }
        List<Trajectory.Step> steps = trajectory.steps();
        int hidden = Math.max(0, steps.size() - limits.rows());
        html.tags("<section class=\"decisions\"><h2>Decisions</h2>");
        if (trajectory.dropped() + hidden > 0) {
            html.element("p", "none", Words.number(trajectory.dropped() + hidden) + " earlier ones are not shown.");
        }
        for (int i = hidden; i < steps.size(); i++) {
            step(trajectory.dropped() + i + 1, steps.get(i));
        }
        html.tags("</section>");
    }

    private void step(long number, Trajectory.Step step) {
        html.tags("<details data-key=\"step " + number + "\"><summary><span class=\"dim n\">" + number + "</span> ");
        html.element("b", "", step.decision().accept(NAME)).tags(" ");
        step.observations().stream().limit(8).forEach(each -> Badge.state(html, each.status()));
        html.tags("</summary>");
        step.decision().accept(new Contents(html));
        step.observations().forEach(this::observation);
        html.tags("</details>");
    }

    private void observation(Observation seen) {
        html.tags("<p class=\"seen\">");
        Badge.state(html, seen.status());
        html.tags(" ").element("span", "dim", seen.tool().isEmpty() ? seen.callId() : seen.tool());
        html.tags("</p>");
        if (!seen.content().isNull()) {
            html.json(seen.content());
        }
    }

    private static final Decision.Visitor<String> NAME = new Decision.Visitor<>() {

        @Override
        public String callTool(Decision.CallTool decision) {
            return decision.call().tool();
        }

        @Override
        public String callParallel(Decision.CallParallel decision) {
            return decision.calls().stream().map(ToolRequest::tool).collect(Collectors.joining(", "));
        }

        @Override
        public String spawnTask(Decision.SpawnTask decision) {
            return "spawn a child run";
        }

        @Override
        public String awaitTask(Decision.AwaitTask decision) {
            return "await " + decision.taskId();
        }

        @Override
        public String requestPause(Decision.RequestPause decision) {
            return "pause: " + decision.reason().wireName();
        }

        @Override
        public String finish(Decision.Finish decision) {
            return "finish: " + decision.reason().wireName();
        }
    };

    /** Writes what a decision says. */
    private record Contents(Markup html) implements Decision.Visitor<Markup> {

        @Override
        public Markup callTool(Decision.CallTool decision) {
            return document(decision.call().arguments());
        }

        @Override
        public Markup callParallel(Decision.CallParallel decision) {
            decision.calls()
                    .forEach(call -> new Contents(html.element("p", "dim", call.tool())).document(call.arguments()));
            return html;
        }

        @Override
        public Markup spawnTask(Decision.SpawnTask decision) {
            return new Contents(html.element("p", "", decision.goal())).document(decision.input());
        }

        @Override
        public Markup awaitTask(Decision.AwaitTask decision) {
            return html;
        }

        @Override
        public Markup requestPause(Decision.RequestPause decision) {
            return new Contents(html.element("p", "", decision.message())).document(decision.payload());
        }

        @Override
        public Markup finish(Decision.Finish decision) {
            return document(decision.result());
        }

        private Markup document(Json value) {
            return value.isNull() ? html : html.json(value);
        }
    }
}
