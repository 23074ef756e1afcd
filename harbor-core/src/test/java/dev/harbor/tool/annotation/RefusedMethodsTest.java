package dev.harbor.tool.annotation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import dev.harbor.json.Codec;
import dev.harbor.tool.InvalidToolDefinition;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.ToolOutput;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import kotlin.coroutines.Continuation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RefusedMethodsTest {

    /** Overloads. */
    public static class Overloaded {

        /** Takes text. */
        @HarborTool
        public String find(String what) {
            return what;
        }

        /** Takes a number. */
        @HarborTool
        public String find(int what) {
            return "" + what;
        }
    }

    /** Gives two methods one name. */
    public static class SameName {

        /** Is one. */
        @HarborTool(name = "same")
        public String one() {
            return "";
        }

        /** Is another. */
        @HarborTool(name = "same")
        public String another() {
            return "";
        }
    }

    @Test
    void overloads_areRefusedNamingBoth() {
        assertThatThrownBy(() -> AnnotatedTools.of(new Overloaded()))
                .isInstanceOf(InvalidToolDefinition.class)
                .hasMessageContainingAll("find(String)", "find(int)", "find@v1");
        assertThatThrownBy(() -> AnnotatedTools.of(new SameName()))
                .isInstanceOf(InvalidToolDefinition.class)
                .hasMessageContainingAll("one()", "another()", "same@v1");
    }

    /** Answers too early. */
    public static class Later {

        /** Returns a future. */
        @HarborTool
        public CompletableFuture<String> future() {
            return CompletableFuture.completedFuture("");
        }
    }

    /** Answers too early. */
    public static class Stage {

        /** Returns a stage. */
        @HarborTool
        public CompletionStage<String> stage() {
            return CompletableFuture.completedFuture("");
        }
    }

    /** Answers too early. */
    public static class Pending {

        /** Returns a future. */
        @HarborTool
        public Future<?> pending() {
            return CompletableFuture.completedFuture("");
        }
    }

    /** Answers bit by bit. */
    public static class Stream {

        /** Returns a publisher. */
        @HarborTool
        public Flow.Publisher<String> stream() {
            return subscriber -> {};
        }
    }

    /** Looks like what Kotlin makes of a suspending function. */
    public static class Suspending {

        /** Suspends. */
        @HarborTool
        public Object fetch(String url, Continuation<? super String> continuation) {
            return url;
        }
    }

    /** Hides its method. */
    public static class Hidden {

        @HarborTool
        String hidden() {
            return "";
        }
    }

    /** Says too much. */
    public static class TwoEffects {

        /** Does what? */
        @HarborTool(effect = {SideEffect.READ, SideEffect.WRITE})
        public String both() {
            return "";
        }
    }

    /** Has a name that is none. */
    public static class BadName {

        /** Is called badly. */
        @HarborTool(name = "a@b")
        public String bad() {
            return "";
        }
    }

    /** Says nothing of what its output holds. */
    public static class RawOutput {

        /** Returns it. */
        @HarborTool
        @SuppressWarnings("rawtypes") // what the test is about
        public ToolOutput raw() {
            return ToolOutput.of("");
        }
    }

    /** Takes what can't be read. */
    public static class Unreadable {

        /** Takes a thread. */
        @HarborTool
        public String run(Thread thread) {
            return "";
        }
    }

    /** Can't be reached. */
    static class NotPublic {

        @HarborTool
        public String reach() {
            return "";
        }
    }

    /** Has no tool. */
    public static class Empty {}

    @ParameterizedTest
    @ValueSource(
            classes = {
                Later.class,
                Stage.class,
                Pending.class,
                Stream.class,
                Suspending.class,
                Hidden.class,
                TwoEffects.class,
                BadName.class,
                RawOutput.class,
                Unreadable.class,
                NotPublic.class,
                Empty.class
            })
    void method_thatCantBeOffered_isRefusedNamingItAndTheReason(Class<?> type) throws Exception {
        Map<Class<?>, String> reasons = Map.ofEntries(
                Map.entry(Later.class, "before the work is done"),
                Map.entry(Stage.class, "before the work is done"),
                Map.entry(Pending.class, "before the work is done"),
                Map.entry(Stream.class, "before the work is done"),
                Map.entry(Suspending.class, "suspending function"),
                Map.entry(Hidden.class, "is not public"),
                Map.entry(TwoEffects.class, "more than one effect"),
                Map.entry(BadName.class, "no '@'"),
                Map.entry(RawOutput.class, "without saying of what"),
                Map.entry(Unreadable.class, "thread"),
                Map.entry(NotPublic.class, "is not public"),
                Map.entry(Empty.class, "no method with @HarborTool"));
        Object tools = type.getDeclaredConstructor().newInstance();

        assertThatThrownBy(() -> AnnotatedTools.of(tools))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll(type.getName(), reasons.get(type));
    }

    @Test
    void type_thatIsNotSupported_keepsItsCode() {
        assertThatThrownBy(() -> AnnotatedTools.of(new Unreadable()))
                .isInstanceOfSatisfying(
                        ConfigurationException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED_TYPE));
    }

    @Test
    void classWithoutParameterNames_isRefusedSayingWhatToDo() {
        // A lambda's interface in the JDK was compiled without them.
        assertThatThrownBy(() -> Codec.Parameter.of(
                        String.class.getMethod("concat", String.class).getParameters()[0]))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("-parameters");
    }
}
