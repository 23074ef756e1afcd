package dev.harbor.examples.flows;

import dev.harbor.access.ApprovalPolicy;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.flow.Flow;
import dev.harbor.identity.Identity;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.pause.Pause;
import dev.harbor.pause.Resolution;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Planner;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Objects;

/** Fulfils an order by a flow in a run. The run waits in the middle, until a person has approved of the charge, and goes on at that node. */
public final class Fulfilment {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Json ORDER = Json.parse(
            "{\"customer\": \"Bo\", \"lines\": [{\"sku\": \"pear\", \"count\": 3}, {\"sku\": \"fig\", \"count\": 5}]}");

    private Fulfilment() {}

    /** Runs the example. */
    public static void main(String[] arguments) {
        run(System.out);
    }

    static void run(PrintStream out) {
        Shop shop = new Shop();
        Flow flow = shop.fulfilment();
        out.print(flow.mermaid());
        try (HarborRuntime runtime = HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .journal(InMemoryJournal.create())
                .access(ApprovalPolicy.builder().tools("shop.charge").build())
                .planner(planner())
                .tools(shop.tools())
                .tools(flow.tool())
                .build()) {
            Caller ada = runtime.as(Identity.of("acme", "ada", "session-1"));
            RunResult parked =
                    ada.start(RunRequest.goal("Fulfil the order of Bo")).await(PATIENCE);
            String token = parked.tokens().get(0);
            Pause asked = ada.pause(token).orElseThrow();
            out.println("waits:  " + Objects.requireNonNull(asked.call()).tool() + " "
                    + asked.call().arguments());
            out.println("books:  " + shop.books());
            RunResult end = Objects.requireNonNull(
                            ada.resolvePause(token, Resolution.approve("eve")).run())
                    .await(PATIENCE);
            out.println("result: " + end.result());
            out.println("books:  " + shop.books());
        }
    }

    /** A model would decide the same; this one calls the flow and says what came of it. */
    private static Planner planner() {
        return context -> context.trajectory().size() == 0
                ? Decision.call("shop.fulfil", ORDER)
                : Decision.finish(
                        context.trajectory().lastObservation().orElseThrow().content());
    }
}
