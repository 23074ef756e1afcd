package dev.harbor.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

final class GuardedSinksTest {

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final List<HarborEvent> heard = new ArrayList<>();

    @BeforeEach
    void listen() {
        log.start();
        logger().addAppender(log);
        logger().setAdditive(false);
    }

    @AfterEach
    void stopListening() {
        logger().detachAppender(log);
        logger().setAdditive(true);
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger(GuardedSinks.class);
    }

    @Test
    void event_reachesEverySink_inOrder() {
        List<String> order = new ArrayList<>();
        GuardedSinks sinks =
                GuardedSinks.of(List.of(event -> order.add("first"), EventSink.NONE, event -> order.add("second")));

        sinks.accept(new Happened(1));

        assertThat(order).containsExactly("first", "second");
    }

    @ParameterizedTest
    @ValueSource(
            classes = {IllegalStateException.class, AssertionError.class, NoClassDefFoundError.class, Exception.class})
    void failure_ofOneSink_reachesNobody(Class<? extends Throwable> failure) {
        GuardedSinks sinks = GuardedSinks.of(List.of(failing(failure), heard::add));

        sinks.accept(new Happened(1));

        assertThat(heard).containsExactly(new Happened(1));
        assertThat(log.list).hasSize(1).first().satisfies(entry -> {
            assertThat(entry.getFormattedMessage()).contains("test.happened", failure.getName());
            assertThat(entry.getThrowableProxy().getClassName()).isEqualTo(failure.getName());
        });
    }

    @Test
    void failure_ofTheSameClass_isReportedOnceASink() {
        EventSink one = failing(IllegalStateException.class);
        EventSink other = failing(IllegalStateException.class);
        GuardedSinks sinks = GuardedSinks.of(List.of(one, other));

        for (int i = 0; i < 10; i++) {
            sinks.accept(new Happened(i));
        }

        assertThat(log.list).hasSize(2);
    }

    @Test
    void failure_ofAnotherClass_isReportedToo() {
        EventSink moody = event -> {
            throw ((Happened) event).number() == 0 ? new IllegalStateException("a") : new IllegalArgumentException("b");
        };
        GuardedSinks sinks = GuardedSinks.of(List.of(moody));

        for (int i = 0; i < 3; i++) {
            sinks.accept(new Happened(i));
        }

        assertThat(log.list).hasSize(2);
    }

    @Test
    void failures_ofEverMoreClasses_areReportedUpToABound() throws ReflectiveOperationException {
        List<Class<? extends Throwable>> classes = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            classes.add(new OneMoreLoader().define());
        }
        GuardedSinks sinks = GuardedSinks.of(List.of(
                event -> sneak(classes.get(((Happened) event).number() % classes.size())), heard::add));

        for (int i = 0; i < 3 * classes.size(); i++) {
            sinks.accept(new Happened(i));
        }

        assertThat(classes).doesNotHaveDuplicates();
        assertThat(log.list).hasSize(64);
        assertThat(heard).hasSize(3 * classes.size());
    }

    /** Is what each loader makes of it: another class. */
    public static final class OneMore extends RuntimeException {

        private static final long serialVersionUID = 1;
    }

    /** Has a class of its own of that name. */
    private static final class OneMoreLoader extends ClassLoader {

        Class<? extends Throwable> define() {
            String file = "/" + OneMore.class.getName().replace('.', '/') + ".class";
            try (InputStream code = GuardedSinksTest.class.getResourceAsStream(file)) {
                byte[] bytes = code.readAllBytes();
                return defineClass(OneMore.class.getName(), bytes, 0, bytes.length)
                        .asSubclass(Throwable.class);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Test
    void errorOfTheVirtualMachine_getsThrough() {
        GuardedSinks sinks = GuardedSinks.of(List.of(failing(StackOverflowError.class)));

        assertThatThrownBy(() -> sinks.accept(new Happened(1))).isInstanceOf(StackOverflowError.class);
    }

    private static EventSink failing(Class<? extends Throwable> failure) {
        return event -> sneak(failure);
    }

    private static void sneak(Class<? extends Throwable> failure) {
        try {
            GuardedSinksTest.<RuntimeException>raise(
                    failure.getDeclaredConstructor().newInstance());
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("a failure can't be made: " + failure, e);
        }
    }

    @SuppressWarnings("unchecked") // a sink written in another language may throw anything
    private static <T extends Throwable> void raise(Throwable failure) throws T {
        throw (T) failure;
    }
}
