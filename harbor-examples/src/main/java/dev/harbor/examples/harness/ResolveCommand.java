package dev.harbor.examples.harness;

import dev.harbor.artifact.Evidence;
import dev.harbor.error.HarborException;
import dev.harbor.json.Codec;
import dev.harbor.json.Json;
import dev.harbor.json.TypeRef;
import dev.harbor.run.CallResolution;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Records what became of a call that is in doubt. */
@Command(
        name = "resolve",
        description = "Records what became of a call that is in doubt. Nothing is called; the run can be resumed then.")
final class ResolveCommand implements Callable<Integer> {

    private static final Codec<List<ClaimText>> CLAIMS = Codec.of(new TypeRef<List<ClaimText>>() {});

    enum Found {
        SUCCEEDED,
        FAILED
    }

    private final Console console;

    @Mixin
    private StateOption state = new StateOption();

    @Mixin
    private RunOption run = new RunOption();

    @Option(names = "--invocation-id", paramLabel = "ID", required = true, description = "the call, such as c1")
    private String invocation = "";

    @Option(
            names = "--state",
            paramLabel = "STATE",
            required = true,
            description = "whether the effect happened: succeeded or failed")
    private Found found = Found.FAILED;

    @Option(
            names = "--code",
            paramLabel = "CODE",
            defaultValue = CallResolution.DEFAULT_CODE,
            description = "what the run records; ${DEFAULT-VALUE} when not given")
    private String code = CallResolution.DEFAULT_CODE;

    @Option(names = "--output-json", paramLabel = "JSON", description = "what the planner sees; null when not given")
    private @Nullable String outputJson;

    @Option(names = "--output-file", paramLabel = "FILE", description = "the same, from a file of at most 1 MiB")
    private @Nullable Path outputFile;

    @Option(
            names = "--evidence-json",
            paramLabel = "JSON",
            description = "claims of what was seen, as an array such as"
                    + " [{\"type\":\"action\",\"provenance\":\"observed\",\"externalId\":\"...\",\"data\":{...}}]")
    private @Nullable String evidenceJson;

    @Option(names = "--actor", paramLabel = "NAME", required = true, description = "who found it out")
    private String actor = "";

    @Option(names = "--note", paramLabel = "TEXT", defaultValue = "", description = "anything for people")
    private String note = "";

    ResolveCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Misuse.unless(
                outputJson == null || outputFile == null,
                "--output-json and --output-file exclude one another: give one");
        CallResolution resolution = resolution();
        try (Operations operations = Operations.of(state.dir())) {
            operations.require(run.id());
            operations.undriven(run.id(), () -> operations.operator().resolve(run.id(), invocation, resolution));
            RunView view = operations.require(run.id());
            console.print(Json.of(RunJson.of(view)));
            return 0;
        }
    }

    private CallResolution resolution() {
        Json output = output();
        List<Evidence> evidence = evidenceJson == null ? List.of() : named(evidenceJson);
        try {
            return new CallResolution(found == Found.SUCCEEDED, code, output, evidence, actor, note);
        } catch (IllegalArgumentException e) {
            throw new Refused(String.valueOf(e.getMessage()), e);
        }
    }

    /** Gives each claim that has no id of its own one that says that it is about this call. */
    private List<Evidence> named(String text) {
        List<Evidence> named = new ArrayList<>();
        for (ClaimText claim : decode("--evidence-json", CLAIMS, text)) {
            Evidence evidence = claim.evidence();
            String id = invocation + ".found." + (named.size() + 1);
            named.add(evidence.id().isBlank() ? evidence.id(id) : evidence);
        }
        return named;
    }

    private Json output() {
        if (outputFile != null) {
            return new StrictFile(outputFile).read();
        }
        return outputJson == null ? Json.NULL : decode("--output-json", Codec.of(Json.class), outputJson);
    }

    private static <T> T decode(String option, Codec<T> codec, String text) {
        try {
            return codec.decode(text);
        } catch (HarborException e) {
            throw new Refused(option + ": " + StrictFile.describe(e), e);
        }
    }
}
