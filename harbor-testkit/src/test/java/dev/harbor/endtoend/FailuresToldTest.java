package dev.harbor.endtoend;

import static dev.harbor.endtoend.Fixture.ADA;
import static dev.harbor.endtoend.Fixture.echo;
import static dev.harbor.endtoend.Fixture.events;
import static dev.harbor.endtoend.Fixture.runtime;
import static dev.harbor.endtoend.Fixture.script;
import static dev.harbor.endtoend.Fixture.terminal;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import dev.harbor.access.Verdict;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.endtoend.Fixture.Text;
import dev.harbor.event.HarborEvent;
import dev.harbor.event.ToolFailure;
import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Observation;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolFailed;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/** A failure is told once with all there is to know of it, and to a model without what it may not see. */
final class FailuresToldTest {

    private static final String SECRET = "s3cr3t-of-ada";
    private static final Duration BOUND = Duration.ofSeconds(30);

    private final List<HarborEvent> events = events();

    /** Keeps each line of the log with its stack trace. */
    private static final class Lines extends AppenderBase<ILoggingEvent> {

        private final List<String> said = new CopyOnWriteArrayList<>();
        private final List<Throwable> causes = new CopyOnWriteArrayList<>();

        @Override
        protected void append(ILoggingEvent line) {
            String trace = "";
            if (line.getThrowableProxy() instanceof ThrowableProxy thrown) {
                causes.add(thrown.getThrowable());
                trace = ThrowableProxyUtil.asString(thrown);
            }
            said.add(line.getFormattedMessage() + trace + line.getMDCPropertyMap());
        }
    }

    static Stream<Exception> failures() {
        Exception root = new FileNotFoundException("/home/" + SECRET);
        return Stream.of(
                root,
                new IOException(SECRET, root),
                new UncheckedIOException(SECRET, new IOException(SECRET, root)),
                new IllegalStateException(SECRET, root),
                new Exception(SECRET, new RuntimeException(SECRET, root)),
                new IllegalStateException(),
                new Exception((String) null));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void failure_checkedOrNot_isToldAndLoggedOnceWithItsCause_andAModelReadsCodeAndType(Exception failure) {
        Lines lines = heardDuring(() -> {
            RunResult result = run(failing("text.fail", failure), Decision.call("text.fail", argument("a")));
            assertThat(result.isSuccess()).isTrue();
            Observation seen = result.trajectory().steps().get(0).observations().get(0);
            Throwable meant = failure instanceof UncheckedIOException ? failure.getCause() : failure;
            assertThat(seen.status()).isEqualTo("failed");
            assertThat(seen.content().toString())
                    .contains("TOOL_FAILED", meant.getClass().getSimpleName())
                    .doesNotContain(SECRET, "null");
        });
        assertThat(terminal(events)).singleElement().isInstanceOfSatisfying(ToolFailure.class, told -> {
            assertThat(told.error().cause()).isSameAs(failure);
            assertThat(told.toString()).doesNotContain(SECRET);
        });
        assertThat(lines.causes).filteredOn(failure::equals).hasSize(1);
    }

    @Test
    void secrets_ofArgumentsAndResults_areInNoLogAtAnyLevel_howeverCallsEnd() {
        Lines lines = heardDuring(this::callsThatEndInEveryWay);
        assertThat(lines.said).anyMatch(line -> line.contains("event sink"));
        assertThat(lines.causes).hasAtLeastOneElementOfType(FileNotFoundException.class);
        assertThat(lines.said).noneMatch(line -> line.contains(SECRET));
    }

    private static Lines heardDuring(Runnable work) {
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        Level before = root.getLevel();
        Lines lines = new Lines();
        lines.start();
        root.setLevel(Level.TRACE);
        root.addAppender(lines);
        try {
            work.run();
        } finally {
            root.detachAppender(lines);
            root.setLevel(before);
        }
        return lines;
    }

    private void callsThatEndInEveryWay() {
        Tool<Text, Text> heavy = Tool.of("text.heavy", Text.class, Text.class, text -> new Text(SECRET.repeat(9_000)))
                .effect(SideEffect.READ);
        Tool<Text, Text> lost = failing("text.lost", new FileNotFoundException("gone"));
        Tool<Text, Text> picky = failing("text.picky", ToolFailed.permanent("no"));
        Tool<Text, Text> barred = failing("text.barred", new IOException());
        HarborRuntime.Builder builder = runtime(events)
                .artifacts(Artifacts.memory())
                .tools(echo(), heavy, lost, picky, barred)
                .events(event -> {
                    throw new IllegalStateException("a sink that is broken");
                })
                .access(question -> question.tool().id().name().equals("text.barred")
                        ? Verdict.deny("not_allowed", "it is barred")
                        : Verdict.allow());
        try (HarborRuntime runtime = builder.build()) {
            Stream<String> names = Stream.of("echo", "heavy", "lost", "picky", "barred", "unknown");
            Stream<Decision> good = names.map(name -> Decision.call("text." + name, argument(SECRET)));
            Stream<Decision> bad = Stream.of("{\"" + SECRET + "\":1}", "[\"" + SECRET + "\"]", "{\"text\":\"" + SECRET)
                    .map(text -> Decision.call("text.echo", Json.lazy(text)));
            Decision[] all = Stream.concat(Stream.concat(good, bad), Stream.of(Decision.finish(Json.of(SECRET))))
                    .toArray(Decision[]::new);
            RunResult result = runtime.as(ADA)
                    .start(RunRequest.goal(SECRET).input(Json.of(SECRET)).planner(script(all)))
                    .await(BOUND);
            assertThat(result.isSuccess()).isTrue();
            assertThat(result.trajectory().steps()).hasSizeGreaterThanOrEqualTo(9);
        }
    }

    private RunResult run(Tool<?, ?> tool, Decision decision) {
        try (HarborRuntime runtime = runtime(events).tools(tool).build()) {
            return runtime.as(ADA)
                    .start(RunRequest.goal("do it").planner(script(decision, Decision.finish(Json.NULL))))
                    .await(BOUND);
        }
    }

    private static Tool<Text, Text> failing(String name, Exception failure) {
        return Tool.<Text, Text>of(name, Text.class, Text.class, text -> {
                    throw failure;
                })
                .effect(SideEffect.READ)
                .policy(ToolPolicy.builder().noRetry().build());
    }

    private static Json argument(String text) {
        return Json.of(Map.of("text", text));
    }
}
