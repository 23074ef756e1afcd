package dev.harbor.examples.research;

import dev.harbor.access.RestrictionPolicy;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.llm.LlmClient;
import dev.harbor.planner.ModelPlanner;
import dev.harbor.run.BudgetLimits;
import dev.harbor.run.Run;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResumeRequest;
import dev.harbor.runtime.RunHandle;
import dev.harbor.runtime.RunRequest;
import dev.harbor.store.jdbc.JdbcJournal;
import dev.harbor.tool.SideEffect;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * Researches which way of heating costs least. The run that leads spawns a child run for each way, waits for them, and ranks what they found. All of them are durable: kill the
 * process, and the same directory goes on where it was left.
 *
 * <pre>
 * ./mvnw -q compile exec:java@research -pl harbor-examples -am
 * ./mvnw -q compile exec:java@research -pl harbor-examples -am -Dexec.args=/path/to/state
 * </pre>
 */
public final class Research {

    static final String QUESTION = "Which way of heating costs least in a year?";

    /** One directory holds one piece of research. */
    private static final String RUN = "research";

    private static final Json INPUT = Json.of(Map.of("kwh", 15_000));
    private static final Identity ADA = Identity.of("acme", "ada", "research");
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** For the run that leads and all of its tasks together. */
    private static final BudgetLimits LIMITS =
            BudgetLimits.builder().maxModelCalls(40).maxToolCalls(20).build();

    private final PrintStream out;
    private final LlmClient model;

    Research(PrintStream out, LlmClient model) {
        this.out = out;
        this.model = model;
    }

    /** Runs it, in the directory that is given or in a new temporary one. */
    public static void main(String[] arguments) throws IOException {
        Path state = arguments.length > 0 ? Path.of(arguments[0]) : Files.createTempDirectory("harbor-research-");
        new Research(System.out, new ResearchModel()).run(state);
    }

    Run run(Path state) throws IOException {
        Files.createDirectories(state);
        out.println(QUESTION);
        out.println("Asked of a script in place of a model, and kept in " + state.toAbsolutePath() + '.');
        out.println();
        try (HarborRuntime runtime = kept(state).build()) {
            goOn(runtime).await(PATIENCE);
            Run ended = runtime.as(ADA).run(RUN).orElseThrow();
            new Closing(out).print(ended);
            return ended;
        }
    }

    /** A run that has ended is not driven again: its handle tells how it ended. */
    static RunHandle goOn(HarborRuntime runtime) {
        Caller ada = runtime.as(ADA);
        return ada.run(RUN).isPresent()
                ? ada.resume(ResumeRequest.of(RUN))
                : ada.start(
                        RunRequest.goal(QUESTION).input(INPUT).limits(LIMITS).id(RUN));
    }

    HarborRuntime.Builder kept(Path state) {
        ResearchTimeline timeline = new ResearchTimeline(out);
        return HarborRuntime.builder()
                .tools(Shelf.tools())
                .access(RestrictionPolicy.allowing(SideEffect.PURE, SideEffect.READ))
                .artifacts(Artifacts.files(state.resolve("artifacts")))
                .journal(JdbcJournal.sqlite(state.resolve("research.db")))
                .llm(model)
                .planner(ModelPlanner.builder().tasks(true).listener(timeline).build())
                .events(timeline);
    }
}
