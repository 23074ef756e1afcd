package dev.harbor.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.harbor.json.Json;
import dev.harbor.policy.ErrorClass;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolException;
import dev.harbor.tool.ToolFailed;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.ToolInvoker;
import dev.harbor.tool.ToolOutput;
import dev.harbor.tool.ToolTimeout;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class FaultInjectorTest {

    private final FaultInjector faults = FaultInjector.create();
    private final AtomicInteger effects = new AtomicInteger();
    private final Tool<String, String> echo = faults.wrap(tool("text.echo"));

    private Tool<String, String> tool(String name) {
        return Tool.of(name, String.class, String.class, text -> {
                    effects.incrementAndGet();
                    return text;
                })
                .effect(SideEffect.READ);
    }

    @AfterEach
    void close() {
        faults.close();
    }

    private static <O> O invoke(Tool<String, O> tool) throws Exception {
        return tool.invoker().invoke("hi", FakeToolContext.create()).value();
    }

    private Bounded<String> invoking() {
        return Bounded.start(() -> invoke(echo));
    }

    @Test
    void tool_withoutFaults_runsAsEver() throws Exception {
        assertThat(invoke(echo)).isEqualTo("hi");
        assertThat(faults.on(echo).invocations()).isEqualTo(1);
    }

    @Test
    void tool_wrapped_keepsWhatItWas() {
        Tool<String, String> plain =
                tool("mail.send").policy(ToolPolicy.unset()).tenants("acme").observes();
        Tool<String, String> wrapped = faults.wrap(plain);

        assertThat(wrapped.definition()).isEqualTo(plain.definition());
        assertThat(wrapped.policy()).isSameAs(plain.policy());
        assertThat(wrapped.isVisibleTo(TestIdentities.DEFAULT)).isFalse();
        assertThat(wrapped.isGranted(dev.harbor.artifact.Provenance.OBSERVED)).isTrue();
        assertThat(wrapped.invoker().decode(Json.parse("\"a\""))).isEqualTo("a");
        assertThat(wrapped.invoker().encodeInput("a")).isEqualTo(Json.parse("\"a\""));
        assertThat(wrapped.invoker().encodeResult("a", true)).isEqualTo(Json.parse("\"a\""));
    }

    @Test
    void failures_ofANumber_comeFirstInFirstOut_thenTheToolRuns() throws Exception {
        faults.on(echo)
                .fail(2, () -> new IOException("reset"))
                .pass(1)
                .fail(1, () -> new IllegalStateException("second"));

        assertThatExceptionOfType(IOException.class).isThrownBy(() -> invoke(echo));
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> invoke(echo));
        assertThat(invoke(echo)).isEqualTo("hi");
        assertThatIllegalStateException().isThrownBy(() -> invoke(echo)).withMessage("second");
        assertThat(invoke(echo)).isEqualTo("hi");
        assertThat(effects).hasValue(2);
        assertThat(faults.on(echo).invocations()).isEqualTo(5);
        assertThat(faults.on(echo).pending()).isZero();
    }

    @Test
    void failures_ofAnyThrowable_areThrownAsTheyAre() {
        Throwable strange = new Throwable("neither exception nor error");
        faults.on(echo).fail(1, StackOverflowError::new).fail(1, () -> strange).fail(1, InterruptedException::new);

        assertThatExceptionOfType(StackOverflowError.class).isThrownBy(() -> invoke(echo));
        assertThatExceptionOfType(Throwable.class)
                .isThrownBy(() -> invoke(echo))
                .isSameAs(strange);
        assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> invoke(echo));
        assertThat(effects).hasValue(0);
    }

    @Test
    void failures_byClass_areTypedErrorsWithAKnownOutcome() {
        for (ErrorClass errorClass : ErrorClass.values()) {
            faults.on(echo).fail(1, errorClass);
            Class<? extends ToolException> type =
                    errorClass == ErrorClass.TIMEOUT ? ToolTimeout.class : ToolFailed.class;

            assertThatExceptionOfType(ToolException.class)
                    .isThrownBy(() -> invoke(echo))
                    .isInstanceOf(type)
                    .satisfies(failure -> assertThat(failure.errorClass()).isEqualTo(errorClass))
                    .satisfies(failure -> assertThat(failure.outcomeKnown()).isTrue());
        }
        faults.on(echo).fail(1, ErrorClass.PERMANENT);
        assertThatExceptionOfType(ToolFailed.class)
                .isThrownBy(() -> invoke(echo))
                .satisfies(failure -> assertThat(failure.code()).isEqualTo(ToolFaults.INJECTED));
    }

    @Test
    void faults_ofTwoTools_areApart_andOfOneIdAreShared() throws Exception {
        Tool<String, String> other = faults.wrap(tool("text.other"));
        Tool<String, String> again = faults.wrap(tool("text.echo"));
        faults.on(other).fail(1, ErrorClass.SERVER);
        faults.on(echo).fail(1, ErrorClass.SERVER);

        assertThatExceptionOfType(ToolFailed.class).isThrownBy(() -> invoke(again));
        assertThat(invoke(echo)).isEqualTo("hi");
        assertThatExceptionOfType(ToolFailed.class).isThrownBy(() -> invoke(other));
    }

    @Test
    void tools_unknownOrOfTwoVersions_areRefusedByName() {
        faults.wrap(tool("text.twice"));
        faults.wrap(tool("text.twice").version("v2"));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> faults.on("no.such_tool"))
                .withMessageContaining("no.such_tool")
                .withMessageContaining("text.echo@v1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> faults.on("text.twice"))
                .withMessageContaining("2 tools");
        assertThatIllegalArgumentException().isThrownBy(() -> faults.on(tool("not.wrapped")));
        assertThat(faults.on("text.echo")).isSameAs(faults.on(echo));
        assertThat(faults.on(ToolId.of("text.twice", "v2"))).isNotSameAs(faults.on(ToolId.of("text.twice")));
    }

    @Test
    void faults_zeroTimes_addNothing_andNegativeOrNullIsRefused() throws Exception {
        ToolFaults on = faults.on(echo);
        on.fail(0, ErrorClass.SERVER).pass(0);

        assertThat(on.pending()).isZero();
        assertThat(invoke(echo)).isEqualTo("hi");
        assertThatIllegalArgumentException().isThrownBy(() -> on.fail(-1, ErrorClass.SERVER));
        assertThatIllegalArgumentException().isThrownBy(() -> on.huge(1));
        assertThatNullPointerException().isThrownBy(() -> on.fail(1, (ErrorClass) Nothing.of()));
        assertThatNullPointerException().isThrownBy(() -> on.slow(Nothing.of()));
        assertThatNullPointerException().isThrownBy(() -> faults.on((String) Nothing.of()));
        assertThat(on.pending()).isZero();
    }

    @Test
    void invoker_alone_canBeWrapped() {
        ToolInvoker<String, String> code =
                faults.wrap(ToolId.of("bare.code"), tool("bare.code").invoker());
        faults.on("bare.code").fail(1, ErrorClass.TRANSIENT);

        assertThatExceptionOfType(ToolFailed.class).isThrownBy(() -> code.invoke("hi", FakeToolContext.create()));
    }

    @Test
    void hang_endsByInterrupt_andTheToolDoesNotRun() {
        faults.on(echo).hang();
        Bounded<String> invoking = invoking();
        faults.on(echo).awaitStuck(1);
        invoking.interrupt();

        assertThatExceptionOfType(InterruptedException.class).isThrownBy(invoking::end);
        faults.on(echo).awaitFree();
        assertThat(effects).hasValue(0);
    }

    @Test
    void hang_ignoringInterrupts_endsByItsGate_andTheToolRunsLate() throws Exception {
        Gate released = Gate.closed();
        faults.on(echo).hangIgnoringInterrupts(released);
        Bounded<String> invoking = invoking();
        faults.on(echo).awaitStuck(1);
        invoking.interrupt();
        assertThat(faults.on(echo).stuck()).isEqualTo(1);
        assertThat(effects).hasValue(0);
        released.open();

        assertThat(invoking.end()).isEqualTo("hi");
        assertThat(effects).hasValue(1);
    }

    @Test
    void spin_isBlindToInterrupts_andEndsByItsGate() throws Exception {
        Gate released = Gate.closed();
        faults.on(echo).spin(released);
        Bounded<String> invoking = invoking();
        faults.on(echo).awaitStuck(1);
        invoking.interrupt();
        assertThat(invoking.isOver()).isFalse();
        released.open();

        assertThat(invoking.end()).isEqualTo("hi");
    }

    @Test
    void slow_byGate_runsWhenItOpens() throws Exception {
        Gate released = Gate.closed();
        faults.on(echo).slow(released);
        Bounded<String> invoking = invoking();
        released.awaitHeld(1);
        released.open();

        assertThat(invoking.end()).isEqualTo("hi");
    }

    @Test
    void slow_byClock_runsWhenTheTimeHasCome() throws Exception {
        ManualClock clock = ManualClock.create();
        faults.on(echo).slow(clock, Duration.ofSeconds(10));
        Bounded<String> invoking = invoking();
        faults.on(echo).awaitStuck(1);
        clock.advance(Duration.ofSeconds(9));
        assertThat(effects).hasValue(0);
        assertThat(faults.on(echo).stuck()).isEqualTo(1);
        clock.advance(Duration.ofSeconds(1));

        assertThat(invoking.end()).isEqualTo("hi");
    }

    @Test
    void commit_thenFailure_hasTheEffectAndLosesTheAnswer() {
        faults.on(echo).commitThenFail(() -> new IOException("connection reset"));

        assertThatExceptionOfType(IOException.class).isThrownBy(() -> invoke(echo));
        assertThat(effects).hasValue(1);
    }

    @Test
    void huge_hasExactlyItsSize_forTextsAndJson() throws Exception {
        Tool<String, Json> json = faults.wrap(Tool.of("json.echo", String.class, Json.class, text -> Json.of(text)));
        for (int bytes : new int[] {2, 3, 32 * 1024, 1 << 20}) {
            faults.on(echo).huge(bytes);
            faults.on(json).huge(bytes);

            assertThat(echo.invoker().encodeResult(invoke(echo), true).sizeBytes())
                    .isEqualTo(bytes);
            assertThat(invoke(json).sizeBytes()).isEqualTo(bytes);
        }
        assertThat(effects).hasValue(4);
    }

    @Test
    void huge_ofAnotherType_saysWhatItServes() {
        Tool<String, Integer> length = faults.wrap(Tool.of("text.length", String.class, Integer.class, String::length));
        faults.on(length).huge(10);

        assertThatIllegalStateException()
                .isThrownBy(() -> invoke(length))
                .withMessageContaining("text.length")
                .withMessageContaining("Integer");
    }

    @Test
    void close_freesWhateverIsHeld_andTheToolDoesNotRun() {
        ManualClock clock = ManualClock.create();
        Gate never = Gate.closed();
        faults.on(echo)
                .hang()
                .hangIgnoringInterrupts(never)
                .spin(never)
                .slow(never)
                .slow(clock, Duration.ofDays(1));
        java.util.List<Bounded<String>> invoking =
                java.util.stream.Stream.generate(this::invoking).limit(5).toList();
        faults.on(echo).awaitStuck(5);
        faults.close();
        faults.close();

        invoking.forEach(each -> assertThatIllegalStateException()
                .isThrownBy(each::end)
                .withMessageContaining("the fault injector was closed"));
        faults.on(echo).awaitFree();
        assertThat(effects).hasValue(0);
        assertThat(clock.advanceToNext()).as("left on the clock").isEqualTo(Duration.ZERO);
    }

    @Test
    void faults_metByManyAtOnce_areMetOnceEach() {
        faults.on(echo).fail(100, ErrorClass.TRANSIENT);
        int failed = Together.run(20, number -> {
                    int failures = 0;
                    for (int i = 0; i < 10; i++) {
                        failures += fails() ? 1 : 0;
                    }
                    return failures;
                })
                .stream()
                .mapToInt(Integer::intValue)
                .sum();

        assertThat(failed).isEqualTo(100);
        assertThat(effects).hasValue(100);
        assertThat(faults.on(echo).invocations()).isEqualTo(200);
    }

    private boolean fails() throws Exception {
        try {
            invoke(echo);
            return false;
        } catch (ToolFailed e) {
            return true;
        }
    }

    @Test
    void output_withEvidenceAndBlocks_keepsThem() throws Exception {
        Tool<String, String> rich = faults.wrap(Tool.producing(
                "text.rich",
                String.class,
                String.class,
                (text, context) ->
                        ToolOutput.of(text).block("text/plain", () -> java.io.InputStream.nullInputStream())));
        faults.on(rich).huge(100);

        ToolOutput<String> output = rich.invoker().invoke("hi", FakeToolContext.create());
        assertThat(output.blocks()).hasSize(1);
        assertThat(output.value()).hasSize(98);
    }
}
