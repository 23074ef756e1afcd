package dev.harbor.adapter.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Planner;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.annotation.ToolMarks;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** What a tool of another framework is told of its call. */
final class CallMembersTest {

    private static final Identity ADA = Identity.of("acme", "ada", "session-1");

    private final List<Map<String, Object>> seen = new CopyOnWriteArrayList<>();

    record Word(String word) {}

    private static final Json HELLO = Json.of(Map.of("word", "hello"));

    private final Tool<Word, Word> tool = Tool.of(
                    "who.calls", Word.class, Word.class, (Word word, ToolContext context) -> {
                        Map<String, Object> members = ToolMarks.members(context);
                        assertThat(members)
                                .containsEntry("callId", context.callId())
                                .containsEntry("idempotencyKey", context.idempotencyKey());
                        seen.add(members);
                        return word;
                    })
            .effect(SideEffect.READ);

    @Test
    void members_sayWhoCalls_andTheRunOnlyInARun() {
        Planner once = context ->
                context.trajectory().size() == 0 ? Decision.call("who.calls", HELLO) : Decision.finish(Json.NULL);
        try (HarborRuntime runtime = HarborRuntime.builder()
                .tools(tool)
                .artifacts(Artifacts.memory())
                .journal(InMemoryJournal.create())
                .build()) {
            Caller ada = runtime.as(ADA);
            ada.call("who.calls", HELLO).orThrow();
            ada.start(RunRequest.goal("ask").id("run-7").planner(once)).await(Duration.ofMinutes(1));
        }
        assertThat(seen)
                .hasSize(2)
                .allSatisfy(members -> assertThat(members)
                        .containsEntry("tenant", "acme")
                        .containsEntry("user", "ada")
                        .containsEntry("session", "session-1"));
        assertThat(seen.get(0)).hasSize(5);
        assertThat(seen.get(1)).hasSize(6).containsEntry("runId", "run-7");
    }

    @Test
    void members_areTheCallersOwn() {
        try (HarborRuntime runtime = HarborRuntime.builder()
                .tools(Tool.of("who.changes", Word.class, Word.class, (Word word, ToolContext context) -> {
                    ToolMarks.members(context).put("more", 1);
                    return new Word(String.valueOf(ToolMarks.members(context).get("more")));
                }))
                .artifacts(Artifacts.memory())
                .build()) {
            assertThat(runtime.as(ADA).call("who.changes", HELLO).orThrow()).isEqualTo(Json.of(Map.of("word", "null")));
        }
    }
}
