package dev.harbor.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class PauseTimerTest {

    private static final Logger LOG = (Logger) LoggerFactory.getLogger(PauseTimer.class);

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        log.start();
        LOG.addAppender(log);
    }

    @AfterEach
    void stopListening() {
        LOG.detachAppender(log);
    }

    private static void fail() {
        throw new IllegalStateException("the journal is away");
    }

    @Test
    void failures_areToldOnceEachTimeThatTheyBegin() {
        try (PauseTimer timer = new PauseTimer()) {
            timer.run(PauseTimerTest::fail);
            timer.run(PauseTimerTest::fail);
            assertThat(log.list).hasSize(1);
            timer.run(() -> {});
            timer.run(PauseTimerTest::fail);
        }
        assertThat(log.list).hasSize(2).allSatisfy(event -> {
            assertThat(event.getLevel()).isEqualTo(Level.WARN);
            assertThat(event.getThrowableProxy().getMessage()).isEqualTo("the journal is away");
        });
    }

    @Test
    void failure_ofATimerThatIsClosed_isNoNews() {
        PauseTimer timer = new PauseTimer();
        timer.close();
        timer.run(PauseTimerTest::fail);
        assertThat(log.list).isEmpty();
    }
}
