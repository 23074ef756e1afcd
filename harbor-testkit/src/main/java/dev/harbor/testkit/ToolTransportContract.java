package dev.harbor.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.harbor.catalog.ExternalToolset;
import dev.harbor.catalog.ToolFactory;
import dev.harbor.error.ConfigurationException;
import dev.harbor.error.HarborException;
import dev.harbor.json.Json;
import dev.harbor.tool.Tool;
import dev.harbor.tool.TransportKind;
import dev.harbor.transport.SourceState;
import dev.harbor.transport.ToolSource;
import dev.harbor.transport.ToolTransportProvider;
import dev.harbor.transport.TransportConfig;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Holds an implementation of {@link ToolTransportProvider} and its sources to what every transport guarantees: opening connects to nothing, starting
 * delivers a toolset that can be built, failures are typed and can be seen, and closing leaves nothing.
 *
 * <pre>{@code
 * final class MyTransportTest extends ToolTransportContract {
 *     @Override
 *     protected ToolTransportProvider create() {
 *         return new MyTransport();
 *     }
 *
 *     @Override
 *     protected TransportConfig config(Setup setup, String source) {
 *         return new TransportConfig(MyTransport.KIND, source, settings(setup));
 *     }
 * }
 * }</pre>
 */
public abstract class ToolTransportContract {

    private final List<ToolSource> opened = new CopyOnWriteArrayList<>();
    private ThreadWatch threads;

    /** Says what a configuration is like. */
    public enum Setup {
        /** It leads to an outside system that serves one tool or more. */
        WORKING,
        /** Its settings have a mistake that can be seen without connecting. */
        MALFORMED,
        /** Its settings are right, and the outside system does not serve. */
        UNREACHABLE
    }

    /** Creates the suite. */
    protected ToolTransportContract() {}

    /** Returns a new provider. */
    protected abstract ToolTransportProvider create();

    /** Returns a configuration of that kind for a source of that name. */
    protected abstract TransportConfig config(Setup setup, String source);

    @BeforeEach
    void watchThreads() {
        threads = ThreadWatch.begin();
    }

    @AfterEach
    void closeAll() {
        opened.forEach(ToolSource::close);
    }

    private ToolSource open(Setup setup, String source) {
        ToolSource made = create().open(config(setup, source));
        opened.add(made);
        return made;
    }

    private ToolSource open(Setup setup) {
        return open(setup, "source-1");
    }

    private static List<Tool<?, ?>> tools(ExternalToolset toolset) {
        return toolset.definitions().stream()
                .map(ToolFactory::build)
                .<Tool<?, ?>>flatMap(List::stream)
                .toList();
    }

    @Test
    @DisplayName("Given a provider, its kind is the same each time and that of its configuration")
    void kind_ofProvider_isStable() {
        ToolTransportProvider provider = create();
        TransportKind kind = provider.kind();

        assertThat(provider.kind()).isEqualTo(kind);
        assertThat(create().kind()).isEqualTo(kind);
        assertThat(config(Setup.WORKING, "source-1").kind()).isEqualTo(kind);
    }

    @Test
    @DisplayName("Given a configuration, opening makes a source of that name that is starting, even if nothing serves")
    void open_ofGoodConfig_doesNotConnect() {
        for (Setup setup : List.of(Setup.WORKING, Setup.UNREACHABLE)) {
            ToolSource source = open(setup, "source-of-" + setup.name());

            assertThat(source.name()).isEqualTo("source-of-" + setup.name());
            assertThat(source.state()).isEqualTo(SourceState.STARTING);
        }
    }

    @Test
    @DisplayName(
            "Given a configuration with a mistake, opening fails with a ConfigurationException that names the source")
    void open_ofMalformedConfig_isRefused() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> open(Setup.MALFORMED, "the-source-at-fault"))
                .withMessageContaining("the-source-at-fault");
    }

    @Test
    @DisplayName("Given a configuration of another kind, opening fails with a ConfigurationException")
    void open_ofOtherKind_isRefused() {
        TransportConfig foreign =
                new TransportConfig(new TransportKind("some-other-kind"), "source-1", Json.EMPTY_OBJECT);

        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> create().open(foreign));
    }

    @Test
    @DisplayName("Given a source that is started, it has delivered a toolset of its own name by then, and is ready")
    void start_ofWorking_deliversToolset() {
        ToolSource source = open(Setup.WORKING);
        List<ExternalToolset> delivered = new CopyOnWriteArrayList<>();
        source.start(delivered::add);

        assertThat(delivered).isNotEmpty();
        assertThat(source.state()).isEqualTo(SourceState.READY);
        assertThat(delivered.get(0).source()).isEqualTo(source.name());
        assertThat(delivered.get(0).generation()).isNotBlank();
        assertThat(tools(delivered.get(0))).isNotEmpty();
    }

    @Test
    @DisplayName(
            "Given a toolset, its tools say that they run on this transport, and can be built again with the same definitions")
    void toolset_ofSource_canBeBuiltAgain() {
        ToolSource source = open(Setup.WORKING);
        List<ExternalToolset> delivered = new CopyOnWriteArrayList<>();
        source.start(delivered::add);

        List<Tool<?, ?>> first = tools(delivered.get(0));
        assertThat(first).extracting(tool -> tool.definition().transport()).containsOnly(create().kind());
        assertThat(first).extracting(Tool::id).doesNotHaveDuplicates();
        assertThat(tools(delivered.get(0)))
                .extracting(Tool::definition)
                .isEqualTo(first.stream().map(Tool::definition).toList());
    }

    @Test
    @DisplayName(
            "Given an outside system that does not serve, starting fails with a typed error or delivers nothing, and the state shows it")
    void start_ofUnreachable_staysVisible() throws Exception {
        ToolSource source = open(Setup.UNREACHABLE);
        List<ExternalToolset> delivered = new CopyOnWriteArrayList<>();

        assertThat(failureOfStart(source, delivered)).matches(failure -> failure.isEmpty() || failure.equals("typed"));
        assertThat(tools(delivered)).isEmpty();
        assertThat(source.state()).isIn(SourceState.DOWN, SourceState.DEGRADED);
        source.close();
        assertThat(source.state()).isNotEqualTo(SourceState.READY);
    }

    private static List<Tool<?, ?>> tools(List<ExternalToolset> toolsets) {
        return toolsets.stream()
                .<Tool<?, ?>>flatMap(toolset -> tools(toolset).stream())
                .toList();
    }

    /** Starts within a limit and says how that failed; empty when it did not. */
    private static String failureOfStart(ToolSource source, List<ExternalToolset> delivered) throws Exception {
        return Bounded.start(() -> {
                    try {
                        source.start(delivered::add);
                        return "";
                    } catch (HarborException e) {
                        return "typed";
                    } catch (RuntimeException e) {
                        return "untyped: " + e;
                    }
                })
                .end();
    }

    @Test
    @DisplayName("Given a source that fails, another source of the same provider serves all the same")
    void start_besideFailing_works() throws Exception {
        ToolTransportProvider provider = create();
        ToolSource failing = provider.open(config(Setup.UNREACHABLE, "failing"));
        ToolSource working = provider.open(config(Setup.WORKING, "working"));
        opened.addAll(List.of(failing, working));
        List<ExternalToolset> delivered = new CopyOnWriteArrayList<>();
        failureOfStart(failing, new CopyOnWriteArrayList<>());
        working.start(delivered::add);
        failing.close();

        assertThat(working.state()).isEqualTo(SourceState.READY);
        assertThat(tools(delivered)).isNotEmpty();
    }

    @Test
    @DisplayName(
            "Given a runtime that refuses the toolset, the refusal comes out of starting or the source is not ready")
    void start_refused_isNotReady() throws Exception {
        ToolSource source = open(Setup.WORKING);
        boolean thrown = Bounded.start(() -> {
                    try {
                        source.start(toolset -> {
                            throw new ConfigurationException("the toolset is refused");
                        });
                        return false;
                    } catch (HarborException e) {
                        return true;
                    }
                })
                .end();

        assertThat(thrown || source.state() != SourceState.READY).isTrue();
    }

    @Test
    @DisplayName("Given a started source, closing it twice is fine, ends it, and leaves no thread")
    void close_ofStarted_leavesNothing() {
        ToolSource source = open(Setup.WORKING);
        source.start(toolset -> {});
        source.close();
        source.close();

        assertThat(source.state()).isEqualTo(SourceState.DOWN);
        threads.awaitNoneLeft();
    }

    @Test
    @DisplayName("Given a source that was never started or failed to start, closing it leaves no thread")
    void close_ofNotStarted_leavesNothing() throws Exception {
        open(Setup.WORKING).close();
        ToolSource failed = open(Setup.UNREACHABLE);
        failureOfStart(failed, new CopyOnWriteArrayList<>());
        failed.close();
        failed.close();

        threads.awaitNoneLeft();
    }

    @Test
    @DisplayName("Given a closed source, starting it is refused and nothing is delivered")
    void start_afterClose_isRefused() {
        ToolSource source = open(Setup.WORKING);
        source.close();
        List<ExternalToolset> delivered = new CopyOnWriteArrayList<>();

        assertThatExceptionOfType(HarborException.class).isThrownBy(() -> source.start(delivered::add));
        assertThat(delivered).isEmpty();
    }

    @Test
    @DisplayName("Given threads that look at the state while the source starts and closes, each sees a state")
    void state_byManyAtOnce_answers() {
        ToolSource source = open(Setup.WORKING);
        List<Boolean> answered = Together.run(16, number -> {
            if (number == 0) {
                source.start(toolset -> {});
                source.close();
            }
            return source.state() != null;
        });

        assertThat(answered).containsOnly(true);
        assertThat(source.state()).isEqualTo(SourceState.DOWN);
    }

    @Test
    @DisplayName("Given null, it is refused")
    void arguments_null_areRefused() {
        assertThatNullPointerException().isThrownBy(() -> create().open(Nothing.of()));
        assertThatNullPointerException().isThrownBy(() -> open(Setup.WORKING).start(Nothing.of()));
    }
}
