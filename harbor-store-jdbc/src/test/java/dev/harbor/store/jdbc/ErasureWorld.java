package dev.harbor.store.jdbc;

import dev.harbor.access.ApprovalPolicy;
import dev.harbor.access.ConsentProvider;
import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.journal.HeadQuery;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalRecord;
import dev.harbor.json.Json;
import dev.harbor.loop.Loop;
import dev.harbor.loop.LoopDefinition;
import dev.harbor.pause.PauseReason;
import dev.harbor.plan.Decision;
import dev.harbor.plan.PlanContext;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.testkit.Gate;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Is a runtime whose sessions leave something of every kind: runs that have ended, that wait for a person, for an approval and for a consent, one with a child, and
 * a loop with a turn; each with a result that is heavy and names its session. A goal is what its planner does.
 */
final class ErasureWorld implements AutoCloseable {

    static final Duration BOUND = Duration.ofMinutes(1);

    private static final int HEAVY = 40 * 1024;

    final Gate gate = Gate.closed();
    final List<String> erasedConsents = new CopyOnWriteArrayList<>();
    final Journal journal;
    final ArtifactStore artifacts;
    final HarborRuntime runtime;

    /** Where journal and artifacts are. */
    enum Kind {
        MEMORY,
        SQLITE,
        POSTGRES
    }

    record Nothing() {}

    /** Asks for every consent, and notes whose are erased. */
    private final class Consents implements ConsentProvider {

        @Override
        public Optional<Consent> obtain(Identity identity, Set<String> missing) {
            return Optional.of(new Consent("may I?", Json.of("asked " + mark(identity))));
        }

        @Override
        public long erase(String tenant, @Nullable String user, @Nullable String session) {
            erasedConsents.add(tenant + "/" + user + "/" + session);
            return 1;
        }
    }

    private ErasureWorld(Journal journal, ArtifactStore artifacts, Failing journalAway, Failing artifactsAway) {
        this.journal = journal;
        this.artifacts = artifacts;
        runtime = HarborRuntime.builder()
                .journal(journalAway.before(Journal.class, journal))
                .artifacts(Artifacts.over(artifactsAway.before(ArtifactStore.class, artifacts)))
                .access(ApprovalPolicy.builder().tools("world.approved").build())
                .scopes(identity -> Set.of())
                .consents(new Consents())
                .planner(ErasureWorld::decide)
                .closeGrace(Duration.ZERO)
                .tools(
                        tool("world.look", false),
                        tool("world.approved", false),
                        tool("world.scoped", false).authScopes("files.read"),
                        tool("world.gate", true))
                .build();
    }

    static ErasureWorld open(Kind kind, Path folder, String schema) {
        return open(kind, folder, schema, new Failing("none"), new Failing("none"));
    }

    static ErasureWorld open(Kind kind, Path folder, String schema, Failing journalAway, Failing artifactsAway) {
        return new ErasureWorld(
                journal(kind, folder, schema), artifacts(kind, folder, schema), journalAway, artifactsAway);
    }

    private static Journal journal(Kind kind, Path folder, String schema) {
        return switch (kind) {
            case MEMORY -> InMemoryJournal.create();
            case SQLITE -> JdbcJournal.sqlite(folder.resolve("journal.db"));
            case POSTGRES -> JdbcJournal.builder().schema(schema).postgres(PostgresServer.source());
        };
    }

    private static ArtifactStore artifacts(Kind kind, Path folder, String schema) {
        return switch (kind) {
            case MEMORY -> Artifacts.memoryStore();
            case SQLITE -> JdbcArtifactStore.sqlite(folder.resolve("artifacts.db"));
            case POSTGRES -> JdbcArtifactStore.builder().schema(schema).postgres(PostgresServer.source());
        };
    }

    /** Returns a text that nobody but this session leaves anywhere. */
    static String mark(Identity identity) {
        return String.join("~", "mark", identity.tenant(), identity.user(), identity.session(), "end");
    }

    private Tool<Nothing, String> tool(String name, boolean passesTheGate) {
        return Tool.of(name, Nothing.class, String.class, (Nothing nothing, ToolContext context) -> {
                    if (passesTheGate) {
                        gate.passUninterruptibly();
                    }
                    return heavy(context.identity());
                })
                .effect(SideEffect.READ);
    }

    private static String heavy(Identity identity) {
        String mark = mark(identity) + " ";
        return mark.repeat(HEAVY / mark.length() + 1);
    }

    private static Decision decide(PlanContext context) {
        int step = context.trajectory().size();
        String goal = context.goal();
        if (goal.equals("parent") && step < 2) {
            String child = context.runId() + ".1";
            return step == 0 ? new Decision.SpawnTask("look", Json.EMPTY_OBJECT) : new Decision.AwaitTask(child);
        }
        if (step == 0) {
            return Decision.call(
                    "world." + (goal.equals("wait") || goal.equals("parent") ? "look" : goal), Json.EMPTY_OBJECT);
        }
        return goal.equals("wait") && step == 1
                ? new Decision.RequestPause(PauseReason.AWAIT_INPUT, "go on?", Json.EMPTY_OBJECT)
                : Decision.finish(Json.of("done"));
    }

    RunResult run(Identity identity, String goal) {
        return runtime.as(identity).start(request(identity, goal)).await(BOUND);
    }

    static RunRequest request(Identity identity, String goal) {
        return RunRequest.goal(goal).id(id(identity, goal)).input(Json.of(heavy(identity)));
    }

    static String id(Identity identity, String goal) {
        return goal + "-" + Integer.toHexString(identity.hashCode());
    }

    Loop loop(Identity identity) {
        return runtime.as(identity)
                .loop(
                        "chat-" + Integer.toHexString(identity.hashCode()),
                        LoopDefinition.builder("plain")
                                .tools(tool("world.look", false), tool("world.gate", true))
                                .build());
    }

    /** Returns all that is kept, by session, without what the sessions' names have left. */
    List<String> kept() {
        List<String> all = new ArrayList<>();
        for (var info : journal.find(HeadQuery.everyTenant())) {
            all.add(info.head().toString());
            try (Stream<JournalRecord> records = journal.read(info.head().stream(), 1)) {
                records.map(JournalRecord::toString).forEach(all::add);
            }
        }
        for (ArtifactInfo info : artifacts.list(ArtifactFilter.everyTenant(), 1000)) {
            all.add(info + " " + content(info));
        }
        return all;
    }

    private String content(ArtifactInfo info) {
        try (InputStream in =
                artifacts.open(info.scope().identity(), info.ref(), 0).orElseThrow()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    long artifactsOf(Identity identity) {
        return artifacts.list(ArtifactFilter.session(identity), 1000).size();
    }

    /** Returns the rows of all tables, as text; of a database that is open or not. */
    static List<String> rows(Kind kind, Path folder, String schema) {
        return switch (kind) {
            case MEMORY -> List.of();
            case SQLITE ->
                Stream.of("journal.db", "artifacts.db")
                        .flatMap(file -> RawSql.dump(RawSql.sqlite(folder.resolve(file)), "").stream())
                        .toList();
            case POSTGRES -> RawSql.dump(RawSql.of(PostgresServer.source()), schema);
        };
    }

    @Override
    public void close() {
        gate.open();
        runtime.close();
        journal.close();
        artifacts.close();
    }
}
