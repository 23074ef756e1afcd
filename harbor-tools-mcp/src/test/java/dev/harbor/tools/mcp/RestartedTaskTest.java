package dev.harbor.tools.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.pause.Resolution;
import dev.harbor.runtime.ResolvedPause;
import dev.harbor.tool.ToolOutcome;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A task at a server outlives the process that began it. */
@Timeout(60)
final class RestartedTaskTest {

    @Test
    void taskThatWaitsForAPerson_isGoneOnWithByAnotherRuntime_andNotBegunAgain() {
        InMemoryJournal journal = InMemoryJournal.create();
        try (HttpPeer peer = new HttpPeer("modern", "task")) {
            McpSource source = peer.source().elicitation();
            try (World first = new World(host -> host.journal(journal), source)) {
                String token = ((ToolOutcome.Paused<Json>) first.call("srv.echo", "{}")).token();
                // Whoever began it reaches the server no more.
                source.close();
                int polls = peer.seen("tasks/get").size();
                assertThat(resumed(journal, peer, token)).isEqualTo(Json.parse("{\"one\":\"a\"}"));
                assertThat(peer.seen("tools/call")).hasSize(1);
                assertThat(peer.seen("tasks/update")).hasSize(1);
                assertThat(peer.seen("tasks/cancel")).isEmpty();
                assertThat(peer.seen("tasks/get")).hasSizeGreaterThan(polls);
            }
        }
    }

    private static Json resumed(InMemoryJournal journal, HttpPeer peer, String token) {
        try (World world =
                new World(host -> host.journal(journal), peer.source().elicitation())) {
            ResolvedPause done = world.ada.resolvePause(token, Resolution.resume("ada", Json.parse("{\"one\":\"a\"}")));
            return Objects.requireNonNull(Objects.requireNonNull(done.run())
                    .await(Duration.ofSeconds(20))
                    .result());
        }
    }
}
