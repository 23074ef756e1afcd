package dev.harbor.examples.quickstart;

import dev.harbor.access.AccessPolicy;
import dev.harbor.access.RestrictionPolicy;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.error.HarborException;
import dev.harbor.identity.Identity;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.run.BudgetLimits;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.safety.ContextSafety;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Surveys a directory with an agent. See {@code --help}. */
public final class Quickstart {

    /** The name of the report. */
    static final String REPORT = "survey";

    private static final String GOAL = "Survey the directory and write a report named '" + REPORT
            + "' with figures that tools gave you; then finish with two sentences about what is in it";

    private static final int INCOMPLETE = 1;
    private static final int WRONG_USAGE = 2;

    private static final BudgetLimits LIMITS = BudgetLimits.builder()
            .maxElapsed(Duration.ofMinutes(5))
            .maxStepsPerDrive(16)
            .maxModelCalls(24)
            .maxToolCalls(32)
            .build();

    /** Longer than the run may take, so that it is the budget that ends it. */
    private static final Duration PATIENCE = Duration.ofMinutes(6);

    private final PrintStream out;
    private final PrintStream err;
    private final Terminal terminal;
    private final Map<String, String> environment;

    Quickstart(PrintStream out, PrintStream err, Terminal terminal, Map<String, String> environment) {
        this.out = out;
        this.err = err;
        this.terminal = terminal;
        this.environment = environment;
    }

    /** Runs the survey and, unless it is complete, ends the process with another exit code than 0. */
    public static void main(String[] arguments) {
        int code = new Quickstart(System.out, System.err, Terminal.ofProcess(), System.getenv()).run(List.of(arguments));
        if (code != 0) {
            System.exit(code);
        }
    }

    int run(List<String> arguments) {
        try {
            Options options = Options.parse(arguments);
            if (options.help()) {
                out.print(Options.HELP);
                return 0;
            }
            Places places = Places.of(options, Path.of(""));
            logTo(places);
            Timeline timeline = new Timeline(out, terminal);
            return survey(places, timeline, Brain.of(options, environment, timeline::remark));
        } catch (WrongUsage e) {
            err.println("quickstart: " + e.getMessage());
            return WRONG_USAGE;
        } catch (HarborException e) {
            err.println("quickstart: " + e.code() + ": " + e.getMessage());
            return INCOMPLETE;
        }
    }

    /** Keeps the log out of the timeline. Works once, before anything is logged in this process. */
    private static void logTo(Places places) {
        System.setProperty("logback.configurationFile", "quickstart-logback.xml");
        System.setProperty("harbor.quickstart.log", places.log().toString());
    }

    private int survey(Places places, Timeline timeline, Brain brain) {
        out.println("Harbor surveys " + places.root() + ", with "
                + (brain.isScript() ? "a scripted model and without a network." : brain.description() + "."));
        out.println();
        timeline.start();
        RunResult result = drive(places, timeline, brain);
        Closing closing = new Closing(out, terminal);
        closing.run(result, LIMITS, timeline.ended(), brain.description());
        if (result.isSuccess() && brain.isScript()) {
            closing.report(Findings.CODEC.decode(result.result()));
        } else if (result.isSuccess()) {
            closing.words(result.result());
        }
        closing.places(places, isComplete(result));
        return isComplete(result) ? 0 : INCOMPLETE;
    }

    /** The model says that it is done, but what counts is that a tool has seen the report. */
    private static boolean isComplete(RunResult result) {
        return result.isSuccess()
                && result.evidence().stream()
                        .anyMatch(claim -> claim.evidence().type().equals(ReportTools.EVIDENCE));
    }

    private static RunResult drive(Places places, Timeline timeline, Brain brain) {
        try (HarborRuntime runtime = runtime(places, timeline, brain)) {
            RunRequest request = RunRequest.goal(GOAL)
                    .input(Json.of(
                            Map.of("directory", String.valueOf(places.root().getFileName()))))
                    .limits(LIMITS);
            return runtime.as(Identity.of("quickstart", "you", "survey"))
                    .start(request)
                    .await(PATIENCE);
        }
    }

    private static HarborRuntime runtime(Places places, Timeline timeline, Brain brain) {
        SurveyRoot root = new SurveyRoot(places.root(), places.state());
        return HarborRuntime.builder()
                .tools(new FileTools(root).all())
                .tools(NumberTools.all())
                .tools(new ReportTools(places.reports()).all())
                .artifacts(Artifacts.files(places.artifacts()))
                .journal(InMemoryJournal.create())
                .access(access(places))
                .llm(brain.model(), Brain.POLICY)
                .planner(brain.planner())
                .events(timeline)
                .build();
    }

    /** Lists what the agent may call, and keeps the paths that it names inside the directory. Deleting is not on the list. */
    private static AccessPolicy access(Places places) {
        return RestrictionPolicy.builder()
                .tools("files.list", "files.measure", "files.read", "lines.count", "text.measure")
                .tools("numbers.stats", "numbers.rank", "report.write", ContextSafety.FETCH_TOOL)
                .roots(".")
                .pathFields("path")
                .fileSystem(places.root())
                .build();
    }
}
