package dev.harbor.tools.a2a.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.journal.Journal;
import dev.harbor.json.Json;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What one task that can't be carried out means for the others. */
@Timeout(120)
final class SweepTest {

    private static final Duration BOUND = Duration.ofMinutes(1);

    private final Journal memory = InMemoryJournal.create();
    private volatile String unreadable = "";

    @Test
    void taskThatCanNotBeRead_keepsNoOtherFromBeingCarriedOut_andIsLookedAtAgain() throws Exception {
        try (Site site = Site.start(journal(), 0, builder -> builder)) {
            site.server.close();
            List<String> inOrder = Stream.of("m1", "m2")
                    .map(messageId -> taken(site, messageId))
                    .sorted()
                    .toList();
            unreadable = "a2a/" + inOrder.get(0);
            try (Site beside = Site.beside(site)) {
                await().atMost(BOUND).until(() -> beside.executed.size() == 1);
                assertThat(site.ada().run(inOrder.get(0))).isEmpty();
                assertThat(site.ada().run(inOrder.get(1))).isPresent();

                unreadable = "";
                await().atMost(BOUND).until(() -> beside.executed.size() == 2);
                assertThat(beside.executed).containsExactlyInAnyOrder("count m1", "count m2");
            }
        }
    }

    /** Does what a process has done that dies before it begins the run. */
    private static String taken(Site site, String messageId) {
        Map<String, Object> said = Wire.message("count " + messageId);
        said.put("messageId", messageId);
        Incoming message = Incoming.read(Params.of(Json.of(said), "message"), A2aServerLimits.standard());
        String id = Names.RUN + new Names(site.url()).message(Site.ADA, messageId);
        new TaskLog(site.journal, site.url(), "dead")
                .add(
                        Site.ADA,
                        id,
                        "ctx",
                        known -> Optional.of(new TaskLog.Addition(
                                ServedTask.begun("ctx", "do", message, message.parts(), Instant.EPOCH),
                                TaskLog.TAKEN,
                                false)));
        return id;
    }

    private Journal journal() {
        return (Journal) Proxy.newProxyInstance(
                Journal.class.getClassLoader(),
                new Class<?>[] {Journal.class},
                (proxy, method, arguments) -> invoke(method, arguments));
    }

    private Object invoke(Method method, Object[] arguments) throws Throwable {
        if (method.getName().equals("read") && arguments[0].equals(unreadable)) {
            throw new StoreException(ErrorCode.STORE_FAILED, "the record is damaged");
        }
        try {
            return method.invoke(memory, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
