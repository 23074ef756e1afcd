package dev.harbor.tools.a2a.server;

import dev.harbor.access.CredentialProvider;
import dev.harbor.event.HarborEvent;
import dev.harbor.event.PauseRequested;
import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.FinishReason;
import dev.harbor.plan.Observation;
import dev.harbor.plan.PlanContext;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.store.jdbc.JdbcJournal;
import dev.harbor.tools.a2a.A2aAccess;
import dev.harbor.tools.a2a.A2aDeadline;
import dev.harbor.tools.a2a.A2aLimits;
import dev.harbor.tools.a2a.A2aTools;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** Is a served agent that delegates everything to another one. As a process it is killed. */
final class Relay {

    private Relay() {}

    /** Serves until it is killed. Arguments: the port or 0, the file of the journal, the address of the agent that does the work. */
    public static void main(String[] args) throws Exception {
        A2aAccess access = access();
        A2aTools peer = peer(access, args[2])
                // A delegation that is to survive the process is parked.
                .onDeadline(A2aDeadline.DETACH)
                .policy(ToolPolicy.builder()
                        .timeout(Duration.ofSeconds(1))
                        .noBreaker()
                        .build())
                .build();
        Site site = Site.start(
                JdbcJournal.sqlite(Path.of(args[1])),
                Integer.parseInt(args[0]),
                builder -> builder,
                host -> host.planner(Relay::next).source(peer).events(Relay::tell));
        System.out.println("PORT " + site.port());
        System.in.read();
    }

    private static void tell(HarborEvent event) {
        if (event.type().equals(PauseRequested.TYPE)) {
            System.out.println("PARKED");
        }
    }

    static A2aAccess access() {
        return A2aAccess.builder()
                .allowLoopback()
                .credentials(CredentialProvider.of(Map.of("TOKEN", "ada")))
                .build();
    }

    static A2aTools.Builder peer(A2aAccess access, String url) {
        Duration soon = Duration.ofMillis(100);
        return A2aTools.agent("peer", url)
                .access(access)
                .bearer("TOKEN")
                .skills("do")
                .limits(A2aLimits.builder()
                        .poll(Duration.ofMillis(20), soon)
                        .watch(soon, soon)
                        .build());
    }

    /** Has the peer do what is left of a goal behind its first word, or all of it. */
    static Decision next(PlanContext context) {
        String goal = context.goal();
        String words = goal.startsWith("relay ") ? goal.substring("relay ".length()) : goal;
        if (context.trajectory().size() == 0) {
            return Decision.call("peer_do", Json.of(Map.of("message", words)));
        }
        Observation last =
                context.trajectory().last().orElseThrow().observations().get(0);
        Json text = last.content().get("text").orElse(last.content());
        return new Decision.Finish(last.isSuccess() ? FinishReason.GOAL : FinishReason.NO_PATH, text);
    }
}
