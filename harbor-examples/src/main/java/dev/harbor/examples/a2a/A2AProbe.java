package dev.harbor.examples.a2a;

import dev.harbor.access.CredentialProvider;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.error.ConfigurationException;
import dev.harbor.identity.Identity;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.journal.Journal;
import dev.harbor.json.Json;
import dev.harbor.pause.PauseException;
import dev.harbor.pause.Resolution;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.runtime.CallHandle;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunHandle;
import dev.harbor.runtime.RunResult;
import dev.harbor.store.jdbc.JdbcJournal;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tools.a2a.A2aAccess;
import dev.harbor.tools.a2a.A2aLimits;
import dev.harbor.tools.a2a.A2aTools;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Says texts to a remote agent and prints what comes of each as a line of JSON. A call that waits can be written to a file and gone on with by another process. Plain
 * http is spoken to this machine only.
 */
public final class A2AProbe {

    private static final Identity IDENTITY = Identity.of("probe", "probe", "probe");
    private static final String SOURCE = "peer";
    private static final int MOST_ROUNDS = 20;

    private final ProbeOptions options;
    private final PrintStream out;

    private A2AProbe(ProbeOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    /** Probes an agent; what to give is what it says when it is given nothing. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        ProbeOptions options;
        try {
            options = ProbeOptions.parse(arguments);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
            return;
        }
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        new A2AProbe(options, out).run();
    }

    private void run() throws IOException, InterruptedException {
        String token = options.bearer();
        Map<String, String> secrets = token == null ? Map.of() : Map.of("PROBE", token);
        try (A2aAccess access = A2aAccess.builder()
                        .allowLoopback()
                        .credentials(CredentialProvider.of(secrets))
                        .build();
                OpenJournal journal = journal();
                HarborRuntime runtime = runtime(access, journal.journal())) {
            Caller caller = runtime.as(IDENTITY);
            Optional<ProbeLine> unusable = unusable(access, caller);
            if (unusable.isPresent()) {
                options.texts().forEach(text -> print(caller, text, unusable.get(), System.nanoTime()));
                return;
            }
            Path resume = options.resume();
            if (resume != null) {
                goOn(caller, Json.parse(Files.readString(resume)));
            }
            for (String text : options.texts()) {
                call(caller, text);
            }
        }
    }

    /** Is a journal, and what closes it. */
    private record OpenJournal(Journal journal, @Nullable JdbcJournal file) implements AutoCloseable {

        @Override
        public void close() {
            if (file != null) {
                file.close();
            }
        }
    }

    /** A call that is to be gone on with by another process is recorded in a file beside the checkpoint. */
    private OpenJournal journal() {
        Path file = options.resume() == null ? options.checkpoint() : options.resume();
        if (file == null) {
            return new OpenJournal(InMemoryJournal.create(), null);
        }
        JdbcJournal durable = JdbcJournal.sqlite(Path.of(file + ".db"));
        return new OpenJournal(durable, durable);
    }

    private HarborRuntime runtime(A2aAccess access, Journal journal) {
        return HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .journal(journal)
                .source(peer(access))
                .build();
    }

    private A2aTools peer(A2aAccess access) {
        Duration usual = A2aLimits.standard().head();
        Duration head = options.deadline().compareTo(usual) < 0 ? options.deadline() : usual;
        A2aTools.Builder peer = A2aTools.agent(SOURCE, options.card())
                .access(access)
                .singleTool()
                .manualRefresh()
                .limits(A2aLimits.builder().head(head).build())
                .policy(ToolPolicy.builder()
                        .timeout(options.deadline())
                        .noBreaker()
                        .build());
        return options.bearer() == null ? peer.build() : peer.bearer("PROBE").build();
    }

    private static String tool(Caller caller) {
        return caller.tools().stream()
                .filter(tool -> tool.source().equals(SOURCE))
                .map(ToolDefinition::id)
                .map(id -> id.name())
                .findFirst()
                .orElse(SOURCE);
    }

    private void call(Caller caller, String text) throws IOException, InterruptedException {
        long began = System.nanoTime();
        ToolOutcome<Json> outcome = outcome(caller, text);
        if (outcome instanceof ToolOutcome.Paused<Json> paused) {
            String answer = options.answer();
            if (answer != null && options.checkpoint() == null) {
                print(caller, text, answered(caller, paused.token(), answer), began);
                return;
            }
            save(text, paused.token());
        }
        print(caller, text, ProbeLine.of(outcome), began);
    }

    private ToolOutcome<Json> outcome(Caller caller, String text) throws InterruptedException {
        Json arguments = Json.of(Map.of("message", text));
        Duration cancelAfter = options.cancelAfter();
        if (cancelAfter == null) {
            return caller.call(tool(caller), arguments);
        }
        CallHandle<Json> call = caller.submit(tool(caller), arguments);
        Optional<ToolOutcome<Json>> soon = call.await(cancelAfter);
        if (soon.isPresent()) {
            return soon.get();
        }
        call.cancel("the probe has waited long enough");
        return call.await(options.deadline()).orElseThrow();
    }

    private void save(String text, String token) throws IOException {
        Path file = options.checkpoint();
        if (file != null) {
            Files.writeString(
                    file, Json.of(Map.of("input", text, "token", token)).toString());
        }
    }

    private void goOn(Caller caller, Json checkpoint) {
        long began = System.nanoTime();
        String token = checkpoint.get("token").orElseThrow().asString();
        String input = checkpoint.get("input").orElseThrow().asString();
        print(caller, input, answered(caller, token, options.answer()), began);
    }

    /** Answers a question, and what is asked after it, until there is a result or enough was said. */
    private ProbeLine answered(Caller caller, String token, @Nullable String answer) {
        Json said = answer == null ? Json.NULL : Json.of(answer);
        String open = token;
        RunResult result = null;
        for (int round = 0; round < MOST_ROUNDS && open != null; round++) {
            try {
                RunHandle run = caller.resolvePause(open, Resolution.resume("probe", said))
                        .run();
                if (run == null) {
                    return failed("permanent", "the call does not go on here");
                }
                result = run.await(options.deadline());
            } catch (PauseException e) {
                return failed("permanent", String.valueOf(e.getMessage()));
            }
            open = result.tokens().isEmpty() ? null : result.tokens().get(0);
        }
        return open == null && result != null
                ? ProbeLine.of(result.result())
                : new ProbeLine("pause", "input-required", "", "it goes on asking", List.of());
    }

    private static ProbeLine failed(String errorClass, String text) {
        return new ProbeLine("error", "", errorClass, text, List.of());
    }

    /** Says why an agent gives no tool; a runtime only logs that, since the others go on. */
    private Optional<ProbeLine> unusable(A2aAccess access, Caller caller) {
        if (caller.tools().stream().anyMatch(tool -> tool.source().equals(SOURCE))) {
            return Optional.empty();
        }
        try (A2aTools again = peer(access)) {
            again.start(toolset -> {});
            return Optional.empty();
        } catch (ConfigurationException e) {
            boolean passing = e.code().value().matches("NET_(CONNECT_FAILED|UNRESOLVED|TIMEOUT|BROKEN)");
            return Optional.of(failed(passing ? "transient" : "permanent", String.valueOf(e.getMessage())));
        }
    }

    private void print(Caller caller, String input, ProbeLine line, long began) {
        long millis = (System.nanoTime() - began) / 1_000_000;
        out.println(line.write(input, millis, ref -> characters(caller, ref)));
    }

    private static long characters(Caller caller, String ref) {
        try (InputStream content = caller.artifacts("probe").open(new ArtifactRef(ref))) {
            return new String(content.readAllBytes(), StandardCharsets.UTF_8).length();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
