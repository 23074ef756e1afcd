package dev.harbor.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.catalog.ExternalToolset;
import dev.harbor.error.ConfigurationException;
import dev.harbor.testkit.ToolTransportContract;
import dev.harbor.tool.TransportKind;
import dev.harbor.transport.SourceState;
import dev.harbor.transport.ToolSource;
import dev.harbor.transport.ToolTransportProvider;
import dev.harbor.transport.TransportConfig;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract of transports sees each fault by the tests that are about it. */
final class ToolTransportContractTest {

    private static final AtomicInteger COUNTER = new AtomicInteger();

    /** A fault, and the tests that see it. */
    enum Fault {
        KIND_CHANGES(
                () -> new SampleTransport() {
                    @Override
                    public TransportKind kind() {
                        return new TransportKind("sample" + COUNTER.incrementAndGet());
                    }

                    @Override
                    public ToolSource open(TransportConfig config) {
                        return source(config);
                    }
                },
                "kind_ofProvider_isStable",
                "toolset_ofSource_canBeBuiltAgain",
                "open_ofMalformedConfig_isRefused",
                "open_ofOtherKind_isRefused",
                "arguments_null_areRefused"),
        CONNECTS_TOO_EARLY(
                sources(config -> new SampleTransport.Source(config) {
                    {
                        connect();
                    }

                    @Override
                    public SourceState state() {
                        return SourceState.READY;
                    }
                }),
                "open_ofGoodConfig_doesNotConnect",
                "start_ofUnreachable_staysVisible",
                "close_ofStarted_leavesNothing",
                "state_byManyAtOnce_answers"),
        DELIVERS_LATER(
                sources(config -> new SampleTransport.Source(config) {
                    @Override
                    public void start(Consumer<ExternalToolset> toolsets) {
                        super.start(toolset -> {});
                    }
                }),
                "start_ofWorking_deliversToolset",
                "toolset_ofSource_canBeBuiltAgain",
                "start_besideFailing_works",
                "start_refused_isNotReady",
                "arguments_null_areRefused"),
        NAMES_ANOTHER_SLOT(
                sources(config -> new SampleTransport.Source(config) {
                    @Override
                    ExternalToolset toolset() {
                        return new ExternalToolset(
                                "another", "1", super.toolset().definitions());
                    }
                }),
                "start_ofWorking_deliversToolset"),
        HIDES_THAT_IT_IS_DOWN(
                sources(config -> new SampleTransport.Source(config) {
                    @Override
                    public SourceState state() {
                        return super.state() == SourceState.DOWN ? SourceState.READY : super.state();
                    }
                }),
                "start_ofUnreachable_staysVisible",
                "close_ofStarted_leavesNothing",
                "state_byManyAtOnce_answers"),
        FAILS_UNTYPED(
                sources(config -> new SampleTransport.Source(config) {
                    @Override
                    public synchronized void start(Consumer<ExternalToolset> toolsets) {
                        super.start(toolsets);
                        if (state() == SourceState.DOWN) {
                            throw new IllegalStateException("connection refused");
                        }
                    }
                }),
                "start_ofUnreachable_staysVisible"),
        SWALLOWS_REFUSAL(
                sources(config -> new SampleTransport.Source(config) {
                    @Override
                    public synchronized void start(Consumer<ExternalToolset> toolsets) {
                        super.start(toolset -> {
                            try {
                                toolsets.accept(toolset);
                            } catch (ConfigurationException e) {
                                // the fault
                            }
                        });
                    }
                }),
                "start_refused_isNotReady"),
        LEAVES_ITS_CONNECTION(
                sources(config -> new SampleTransport.Source(config) {
                    @Override
                    void connect() {
                        Thread forgotten = new Thread(ToolTransportContractTest::hang, "forgotten");
                        forgotten.setDaemon(true);
                        forgotten.start();
                    }
                }),
                "close_ofStarted_leavesNothing"),
        CLOSES_ONCE_ONLY(
                sources(config -> new SampleTransport.Source(config) {

                    private boolean closed;

                    @Override
                    public void close() {
                        if (closed) {
                            throw new IllegalStateException("closed already");
                        }
                        closed = true;
                        super.close();
                    }
                }),
                "close_ofStarted_leavesNothing",
                "close_ofNotStarted_leavesNothing",
                "start_afterClose_isRefused",
                "start_ofUnreachable_staysVisible",
                "start_besideFailing_works",
                "state_byManyAtOnce_answers"),
        ACCEPTS_ANYTHING(
                () -> new SampleTransport() {
                    @Override
                    public ToolSource open(TransportConfig config) {
                        return source(config);
                    }
                },
                "open_ofMalformedConfig_isRefused",
                "open_ofOtherKind_isRefused",
                "arguments_null_areRefused");

        private final Supplier<ToolTransportProvider> making;
        private final Set<String> seenBy;

        Fault(Supplier<ToolTransportProvider> making, String... seenBy) {
            this.making = making;
            this.seenBy = Set.of(seenBy);
        }
    }

    private static Supplier<ToolTransportProvider> sources(Function<TransportConfig, SampleTransport.Source> making) {
        return () -> new SampleTransport() {
            @Override
            Source source(TransportConfig config) {
                return making.apply(config);
            }
        };
    }

    private static void hang() {
        try {
            Thread.currentThread().join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Supplier<ToolTransportProvider> making = SampleTransport::new;

    /** The suite over whatever transport is set. */
    static final class Suite extends ToolTransportContract {

        @Override
        protected ToolTransportProvider create() {
            return making.get();
        }

        @Override
        protected TransportConfig config(Setup setup, String source) {
            return SampleTransportContractTest.sampleConfig(setup, source);
        }
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void fault_ofTransport_isSeen(Fault fault) {
        assertThat(failuresOf(fault.making)).as(fault.name()).isEqualTo(fault.seenBy);
    }

    @Test
    void transport_thatKeepsTheContract_passes() {
        assertThat(failuresOf(SampleTransport::new)).isEmpty();
    }

    private static Set<String> failuresOf(Supplier<ToolTransportProvider> transport) {
        making = transport;
        return Suites.failures(Suite.class);
    }
}
