package dev.harbor.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.catalog.ExternalToolset;
import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import dev.harbor.tool.TransportKind;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TransportProvidersTest {

    private static final TransportKind CARRIER_PIGEON = new TransportKind("pigeon");

    @TempDir
    private Path services;

    @Test
    void open_bySomethingRegistered_makesItsSource() {
        ToolSource source = TransportProviders.of(new Pigeons()).open(config(CARRIER_PIGEON));

        assertThat(source.name()).isEqualTo("loft");
    }

    @ParameterizedTest
    @CsvSource({
        "http, dev.harbor:harbor-tools-http",
        "openapi, dev.harbor:harbor-tools-openapi",
        "mcp, dev.harbor:harbor-tools-mcp",
        "a2a, dev.harbor:harbor-tools-a2a"
    })
    void open_byNothing_namesTheMavenArtifact(String kind, String artifact) {
        TransportProviders providers = TransportProviders.of(new Pigeons());

        assertThatThrownBy(() -> providers.open(config(new TransportKind(kind))))
                .isInstanceOfSatisfying(NoTransport.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.NO_TRANSPORT);
                    assertThat(e.kind().name()).isEqualTo(kind);
                })
                .hasMessageContainingAll("'" + kind + "'", artifact, "pigeon");
    }

    @Test
    void open_ofUnknownKind_saysWhatIsRegistered() {
        TransportProviders none = TransportProviders.of();

        assertThatThrownBy(() -> none.open(config(CARRIER_PIGEON)))
                .isInstanceOf(NoTransport.class)
                .hasMessageContainingAll("'pigeon'", "registered are: none");
    }

    @Test
    void register_twoForOneKind_namesBoth() {
        assertThatThrownBy(() -> TransportProviders.of(new Pigeons(), new OtherPigeons()))
                .isInstanceOfSatisfying(AmbiguousTransport.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.AMBIGUOUS_TRANSPORT);
                    assertThat(e.kind()).isEqualTo(CARRIER_PIGEON);
                })
                .hasMessageContainingAll(Pigeons.class.getName(), OtherPigeons.class.getName());
    }

    @Test
    void discover_findsWhatTheLoaderHas() throws IOException {
        try (URLClassLoader loader = loader(Pigeons.class.getName())) {
            TransportProviders providers = TransportProviders.of().discover(loader);

            assertThat(providers.provider(CARRIER_PIGEON)).isInstanceOf(Pigeons.class);
        }
    }

    @Test
    void discover_isNotDoneUnasked() throws IOException {
        try (URLClassLoader loader = loader(Pigeons.class.getName())) {
            TransportProviders none = TransportProviders.of();
            none.discover(loader);

            assertThatThrownBy(() -> none.provider(CARRIER_PIGEON)).isInstanceOf(NoTransport.class);
        }
    }

    @Test
    void discover_ofWhatIsRegistered_keepsTheRegisteredOne() throws IOException {
        Pigeons registered = new Pigeons();
        try (URLClassLoader loader = loader(Pigeons.class.getName())) {
            TransportProviders providers = TransportProviders.of(registered).discover(loader);

            assertThat(providers.provider(CARRIER_PIGEON)).isSameAs(registered);
        }
    }

    @Test
    void discover_twoForOneKind_namesBoth() throws IOException {
        try (URLClassLoader loader = loader(Pigeons.class.getName(), OtherPigeons.class.getName())) {
            TransportProviders none = TransportProviders.of();

            assertThatThrownBy(() -> none.discover(loader))
                    .isInstanceOf(AmbiguousTransport.class)
                    .hasMessageContainingAll(Pigeons.class.getName(), OtherPigeons.class.getName());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "dev.harbor.transport.Gone, Gone",
        "dev.harbor.transport.TransportProvidersTest$Broken, Broken",
        "dev.harbor.transport.TransportProvidersTest$Loft, Loft"
    })
    void discover_ofWhatCantBeMade_isRefusedNamingIt(String className, String named) throws IOException {
        try (URLClassLoader loader = loader(className)) {
            TransportProviders none = TransportProviders.of();

            assertThatThrownBy(() -> none.discover(loader))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining(named);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, false", "1, true", "64, true", "65, false"})
    void config_boundsTheNameOfTheSource(int bytes, boolean allowed) {
        String source = "x".repeat(bytes);
        if (allowed) {
            assertThat(new TransportConfig(CARRIER_PIGEON, source, Json.EMPTY_OBJECT).source())
                    .isEqualTo(source);
        } else {
            assertThatThrownBy(() -> new TransportConfig(CARRIER_PIGEON, source, Json.EMPTY_OBJECT))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("64 bytes");
        }
    }

    @Test
    void config_whoseSettingsAreNoObject_isRefused() {
        assertThatThrownBy(() -> new TransportConfig(CARRIER_PIGEON, "loft", Json.parse("[]")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("loft");
    }

    private URLClassLoader loader(String... classNames) throws IOException {
        Path folder = Files.createDirectories(services.resolve("META-INF/services"));
        Files.writeString(folder.resolve(ToolTransportProvider.class.getName()), String.join("\n", classNames));
        URL[] path = {services.toUri().toURL()};
        return new URLClassLoader(path, TransportProvidersTest.class.getClassLoader());
    }

    private static TransportConfig config(TransportKind kind) {
        return new TransportConfig(kind, "loft", Json.EMPTY_OBJECT);
    }

    /** Serves a kind that Harbor does not know. */
    public static class Pigeons implements ToolTransportProvider {

        @Override
        public TransportKind kind() {
            return CARRIER_PIGEON;
        }

        @Override
        public ToolSource open(TransportConfig config) {
            return new Loft(config.source());
        }
    }

    /** Serves the same kind. */
    public static final class OtherPigeons extends Pigeons {}

    /** Can't be made. */
    public static final class Broken extends Pigeons {

        /** Fails. */
        public Broken() {
            throw new IllegalStateException("no pigeons");
        }
    }

    private record Loft(String name) implements ToolSource {

        @Override
        public void start(Consumer<ExternalToolset> toolsets) {
            toolsets.accept(ExternalToolset.of(name, "g1", java.util.List.of()));
        }

        @Override
        public SourceState state() {
            return SourceState.READY;
        }

        @Override
        public void close() {}
    }
}
