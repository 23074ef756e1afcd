package dev.harbor.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.policy.ErrorClass;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolFailed;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ToolRecorderTest {

    @TempDir
    Path folder;

    private static Effect effect(String key, String call) {
        return new Effect("mail.send", key, "run-1", call, 1);
    }

    private Path file() {
        return folder.resolve("effects");
    }

    @Test
    void effects_recorded_areCountedByKeyAndByCall() {
        for (ToolRecorder recorder : List.of(ToolRecorder.inMemory(), ToolRecorder.file(file()))) {
            recorder.record(effect("k1", "call-1"));
            recorder.record(effect("k2", "call-2"));
            recorder.record(effect("k1", "call-1"));
            recorder.record(new Effect("mail.send", "k3", "run-2", "call-1", 1));

            assertThat(recorder.count()).isEqualTo(4);
            assertThat(recorder.countOfKey("k1")).isEqualTo(2);
            assertThat(recorder.countOfKey("k9")).isZero();
            assertThat(recorder.countOfCall("run-1", "call-1")).isEqualTo(2);
            assertThat(recorder.countOfCall("run-2", "call-1")).isEqualTo(1);
            assertThat(recorder.effects().get(1)).isEqualTo(effect("k2", "call-2"));
            recorder.close();
        }
    }

    @Test
    void context_ofCall_saysWhoseEffectItIs() {
        ToolRecorder recorder = ToolRecorder.inMemory();
        FakeToolContext context = FakeToolContext.builder()
                .callId("call-7")
                .idempotencyKey("key-7")
                .attempt(3)
                .build();
        recorder.record("mail.send", context);

        assertThat(recorder.effects())
                .containsExactly(
                        new Effect("mail.send", "key-7", context.runId().orElseThrow(), "call-7", 3));
    }

    @Test
    void atMostOnce_ofEffectsThatHappenedOnce_holds() {
        ToolRecorder recorder = ToolRecorder.inMemory();
        recorder.record(effect("k1", "call-1"));
        recorder.record(effect("k2", "call-2"));

        assertThatCode(recorder::assertAtMostOnce).doesNotThrowAnyException();
    }

    @Test
    void atMostOnce_ofKeyOrCallThatHappenedTwice_isAFailureThatNamesIt() {
        ToolRecorder byKey = ToolRecorder.inMemory();
        byKey.record(effect("the-key", "call-1"));
        byKey.record(effect("the-key", "call-2"));
        ToolRecorder byCall = ToolRecorder.inMemory();
        byCall.record(effect("k1", "the-call"));
        byCall.record(effect("k2", "the-call"));

        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(byKey::assertAtMostOnce)
                .withMessageContaining("the-key=2");
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(byCall::assertAtMostOnce)
                .withMessageContaining("the-call'=2");
    }

    @Test
    void tool_wrapped_isCountedForEachInvocationEvenIfItFails() throws Exception {
        ToolRecorder recorder = ToolRecorder.inMemory();
        Tool<String, String> failing =
                recorder.wrap(Tool.<String, String>of("mail.send", String.class, String.class, text -> {
                    throw ToolFailed.temporary("no");
                }));
        FakeToolContext context = FakeToolContext.create();

        assertThatExceptionOfType(ToolFailed.class)
                .isThrownBy(() -> failing.invoker().invoke("a", context))
                .satisfies(failure -> assertThat(failure.errorClass()).isEqualTo(ErrorClass.TRANSIENT));
        assertThat(recorder.countOfKey(context.idempotencyKey())).isEqualTo(1);
        assertThat(recorder.effects()).extracting(Effect::tool).containsExactly("mail.send");
    }

    @Test
    void effects_ofManyThreads_areAllCounted() {
        for (ToolRecorder recorder : List.of(ToolRecorder.inMemory(), ToolRecorder.file(file()))) {
            Together.run(16, number -> {
                for (int i = 0; i < 20; i++) {
                    recorder.record(effect("thread-" + number, "call-" + i));
                }
                return number;
            });

            assertThat(recorder.count()).isEqualTo(320);
            assertThat(recorder.countOfKey("thread-3")).isEqualTo(20);
            recorder.close();
        }
    }

    @Test
    void file_openedTwice_isOneCount() {
        try (ToolRecorder one = ToolRecorder.file(file());
                ToolRecorder two = ToolRecorder.file(file())) {
            one.record(effect("k1", "call-1"));
            two.record(effect("k2", "call-2"));
            one.record(effect("k3", "call-3"));

            assertThat(one.effects()).isEqualTo(two.effects()).hasSize(3);
        }
    }

    @Test
    void file_closed_keepsItsEffects() {
        ToolRecorder closed = ToolRecorder.file(file());
        closed.record(effect("k1", "call-1"));
        closed.close();
        closed.close();

        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> closed.record(effect("k2", "call-2")));
        assertThat(closed.count()).isEqualTo(1);
        assertThat(ToolRecorder.file(file()).count()).isEqualTo(1);
    }

    @Test
    void file_withOddTexts_givesThemBack() {
        Effect odd = new Effect("name with spaces\n", "k=%20&+ \u0000é🚀", "", "a/b\tc", Integer.MAX_VALUE);
        ToolRecorder recorder = ToolRecorder.file(file());
        recorder.record(odd);

        assertThat(ToolRecorder.file(file()).effects()).containsExactly(odd);
        recorder.close();
    }

    @Test
    void file_withALineCutOff_countsTheWholeOnesOnly_andGoesOn() throws Exception {
        ToolRecorder recorder = ToolRecorder.file(file());
        recorder.record(effect("k1", "call-1"));
        recorder.record(effect("key%2", "call-2"));
        byte[] whole = Files.readAllBytes(file());
        recorder.close();
        for (int cut = 2; cut < whole.length / 2; cut++) {
            Files.write(file(), java.util.Arrays.copyOf(whole, whole.length - cut));
            try (ToolRecorder after = ToolRecorder.file(file())) {
                assertThat(after.count()).as("%s bytes cut off", cut).isEqualTo(1);
                after.record(effect("k3", "call-3"));
                assertThat(after.effects()).extracting(Effect::idempotencyKey).containsExactly("k1", "k3");
            }
        }
    }

    @Test
    void file_withRubbish_skipsWhatHasNoMark_andRefusesWhatHasOne() throws Exception {
        ToolRecorder recorder = ToolRecorder.file(file());
        recorder.record(effect("k1", "call-1"));
        Files.write(file(), new byte[] {0, 0, (byte) 0xff, '\n', '%', '\n'}, StandardOpenOption.APPEND);
        recorder.record(effect("k2", "call-2"));
        assertThat(recorder.count()).isEqualTo(2);
        for (String damaged : List.of("%zz a a a 1 .", "a .", "a a a a x .")) {
            Files.writeString(file(), "\n" + damaged, StandardCharsets.US_ASCII);

            assertThatExceptionOfType(UncheckedIOException.class)
                    .isThrownBy(recorder::count)
                    .withStackTraceContaining("can't be read: " + damaged);
        }
        recorder.close();
    }

    @Test
    void file_thatCantBeOpened_isSaid() {
        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(
                        () -> ToolRecorder.file(folder.resolve("no such folder").resolve("effects")))
                .withMessageContaining("effects");
    }
}
