package dev.harbor.examples.harness;

import dev.harbor.error.HarborException;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.run.BudgetLimits;
import dev.harbor.run.ConfigurationDigest;
import dev.harbor.run.ConfigurationDrift;
import dev.harbor.run.IncomingEvent;
import dev.harbor.run.Run;
import dev.harbor.run.RunState;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.ConfigurationDriftException;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResumeRequest;
import dev.harbor.runtime.RunHandle;
import dev.harbor.runtime.RunRequest;
import dev.harbor.tool.Tool;
import dev.harbor.tools.mcp.McpToolsProvider;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Drives the run that an event asks for. */
@Command(name = "run", description = "Drives the run that an event asks for, and prints it.")
final class RunCommand implements Callable<Integer> {

    private static final Identity OPERATOR = Identity.of("local", "operator", "harness");

    private final Console console;
    private final Function<Workspace, List<Tool<?, ?>>> tools;

    @Mixin
    private StateOption state = new StateOption();

    @Option(names = "--config", paramLabel = "FILE", required = true, description = "what the run is driven with")
    private Path config = Path.of("");

    @Option(names = "--event", paramLabel = "FILE", required = true, description = "what asks for the run")
    private Path event = Path.of("");

    @Option(names = "--resume", description = "go on with the run of the event, or print it again if it has ended")
    private boolean resume;

    @Option(
            names = "--input-json",
            paramLabel = "JSON",
            description = "something new for a run that waits for evidence; with --resume")
    private @Nullable String input;

    @Option(
            names = "--accept-drift",
            paramLabel = "REASON",
            description = "go on although the configuration has changed, and say why; with --resume and --actor")
    private @Nullable String acceptDrift;

    @Option(names = "--actor", paramLabel = "NAME", description = "who accepts that")
    private @Nullable String actor;

    RunCommand(Console console, Function<Workspace, List<Tool<?, ?>>> tools) {
        this.console = console;
        this.tools = tools;
    }

    @Override
    public Integer call() {
        checkUsage();
        Config wanted = Config.read(config);
        IncomingEvent incoming = EventFile.read(event);
        checkState(wanted, incoming);
        try (Shutdown shutdown = Shutdown.watch()) {
            drive(wanted, incoming, shutdown);
            return report(incoming.runId());
        }
    }

    private void checkUsage() {
        Misuse.unless(
                resume || input == null, "--input-json goes with --resume: a new run has the payload of its event");
        Misuse.unless(resume || acceptDrift == null, "--accept-drift goes with --resume: a new run has not drifted");
        Misuse.unless(
                (acceptDrift == null) == (actor == null),
                "--accept-drift and --actor go together: who accepts a drift says why, and who it is");
    }

    /** Looks whether there is a run, and whether it can go on, before anything is made. */
    private void checkState(Config wanted, IncomingEvent incoming) {
        Optional<Run> run = state.dir().exists() ? find(incoming.runId()) : Optional.empty();
        if (resume && run.isEmpty()) {
            throw new Refused("--resume cannot create: there is no run " + incoming.runId() + " of this event in "
                    + state.dir().path());
        }
        if (!resume && run.isPresent()) {
            throw new Refused("there is a run of this event already, " + incoming.runId()
                    + "; --resume goes on with it, or prints it again if it has ended");
        }
        run.filter(each -> !each.state().isTerminal()).ifPresent(each -> checkLimits(each, wanted));
    }

    private Optional<Run> find(String runId) {
        try (Operations operations = Operations.of(state.dir())) {
            return operations.find(runId);
        }
    }

    /** A run keeps the limits that it began with, so that accepting others would change nothing. */
    private static void checkLimits(Run run, Config wanted) {
        List<ConfigurationDrift> drift = ConfigurationDrift.between(facts(run.limits()), facts(wanted.limits()));
        if (!drift.isEmpty()) {
            throw new Refused("the run was not resumed, because a run keeps the limits that it began with: "
                    + listed(drift) + "; put them back");
        }
    }

    private static Map<String, String> facts(BudgetLimits limits) {
        return ConfigurationDigest.facts(null, null, "", limits);
    }

    private void drive(Config wanted, IncomingEvent incoming, Shutdown shutdown) {
        StateDir dir = state.dir().create();
        try (HarborRuntime runtime = runtime(wanted, dir)) {
            shutdown.closes(runtime);
            Caller caller = runtime.as(OPERATOR);
            RunHandle handle = resume ? resume(runtime, caller, wanted, incoming) : start(caller, wanted, incoming);
            handle.toCompletionStage().toCompletableFuture().join();
        }
    }

    private HarborRuntime runtime(Config wanted, StateDir dir) {
        Workspace workspace = new Workspace(wanted.workspace(), dir.realPath());
        HarborRuntime.Builder builder = dir.open().transport(new McpToolsProvider());
        wanted.sources().forEach(builder::source);
        return builder.tools(wanted.sources().isEmpty() ? tools.apply(workspace) : List.of())
                .access(wanted.access())
                .profiles(wanted.profile())
                .planner(new FixturePlanner())
                .build();
    }

    private static RunHandle start(Caller caller, Config wanted, IncomingEvent incoming) {
        return caller.start(RunRequest.event(incoming).profile(wanted.profile()).limits(wanted.limits()));
    }

    private RunHandle resume(HarborRuntime runtime, Caller caller, Config wanted, IncomingEvent incoming) {
        ResumeRequest request = ResumeRequest.of(incoming.runId()).profile(wanted.profile());
        if (input != null) {
            request = request.input(json(input));
        }
        if (acceptDrift != null && actor != null) {
            request = request.acceptDrift(acceptDrift, actor);
        }
        ResumeRequest complete = request;
        try {
            return Operations.undriven(
                    () -> caller.resume(complete), () -> Operations.driver(runtime.operator(), incoming.runId()));
        } catch (ConfigurationDriftException e) {
            throw new Refused(drifted(e), e);
        }
    }

    private static Json json(String text) {
        try {
            return Json.parse(text);
        } catch (HarborException e) {
            throw new Refused("--input-json is not JSON: " + e.getMessage(), e);
        }
    }

    private static String drifted(ConfigurationDriftException e) {
        return "the run was not resumed, because this is not what it began with: " + listed(e.drift())
                + "; put it back, or accept it by --accept-drift REASON --actor NAME";
    }

    private static String listed(List<ConfigurationDrift> drift) {
        return drift.stream().map(ConfigurationDrift::toString).collect(Collectors.joining("; "));
    }

    /** Prints what is on record, which is what another process would find. */
    private int report(String runId) {
        try (Operations operations = Operations.of(state.dir())) {
            RunView view = operations.require(runId);
            console.print(Json.of(RunJson.of(view)));
            if (view.run().state() == RunState.SUCCEEDED) {
                return 0;
            }
            Advice advice = Advice.of(view);
            console.say("run is " + advice.what());
            advice.steps().forEach(console::say);
            return 1;
        }
    }
}
