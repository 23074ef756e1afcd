package dev.harbor.tools.a2a;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.harbor.json.Json;
import dev.harbor.runtime.CallHandle;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A push wakes a call up, and says no more than that. */
final class PushTest {

    @Test
    void push_wakesTheCallUp_whichLooksTheTaskUp() throws Exception {
        A2aPush push = A2aPush.at("https://me.example/push");
        try (FakeAgent agent = FakeAgent.start(FakeAgent.Speech.NEW.polled())) {
            agent.card = card -> {
                card.put("capabilities", Map.of("pushNotifications", true));
                return card;
            };
            A2aLimits lazy = A2aLimits.builder()
                    .poll(Duration.ofMinutes(4), Duration.ofMinutes(5))
                    .build();
            try (World world = World.of(agent, builder -> builder.push(push).limits(lazy))) {
                CallHandle<Json> call = world.ada().submit("a_do", Json.of(Map.of("message", "eof")));
                await().atMost(Duration.ofMinutes(1)).until(() -> agent.count("GET") == 1);
                Json config = agent.messages
                        .get(0)
                        .at("/configuration/taskPushNotificationConfig")
                        .orElseThrow();
                String token = config.get("token").orElseThrow().asString();
                agent.task().state("COMPLETED", "pushed");

                assertThat(config.get("url").orElseThrow().asString()).isEqualTo("https://me.example/push");
                assertThat(push.receive("another")).isEqualTo(A2aPush.REFUSED);
                assertThat(push.receive(null)).isEqualTo(A2aPush.REFUSED);
                assertThat(push.receive(token)).isEqualTo(A2aPush.TAKEN);
                assertThat(World.text(
                                call.await(Duration.ofMinutes(1)).orElseThrow().orThrow()))
                        .isEqualTo("pushed");
                assertThat(push.receive(token)).isEqualTo(A2aPush.REFUSED);
            }
        }
    }
}
