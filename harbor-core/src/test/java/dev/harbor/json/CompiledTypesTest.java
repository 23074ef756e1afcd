package dev.harbor.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Takes types that can't stand in a test's source: in modules of their own, or very wide. */
final class CompiledTypesTest {

    @TempDir
    private Path directory;

    @Test
    void record_inAPackageThatIsNotOpen_isRefusedWithTheRemedy() throws Exception {
        Class<?> hidden = inModule("", "public record Hidden(int a) {}", "Hidden");

        assertThatThrownBy(() -> Codec.of(hidden))
                .isInstanceOfSatisfying(
                        ConfigurationException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED_TYPE))
                .hasMessageContaining("not accessible; let its module open the package closed");
    }

    @Test
    void record_inAnExportedOrOpenPackage_isSupported() throws Exception {
        Class<?> exported = inModule("exports closed;", "public record Shown(int a) {}", "Shown");

        assertThat(Codec.of(exported).decode("{\"a\":1}")).hasToString("Shown[a=1]");
    }

    @Test
    void record_thatIsNotPublic_inAnOpenPackage_isSupported() throws Exception {
        Class<?> open = inModule("opens closed;", "record Opened(int a) {}", "Opened");

        assertThat(Codec.of(open).decode("{\"a\":1}")).hasToString("Opened[a=1]");
    }

    @Test
    void record_of250Components_isSupported_andOf251Refused() throws Exception {
        Class<?> wide = onClassPath("Wide", RecordAccess.MAX_COMPONENTS);
        @SuppressWarnings("unchecked")
        Codec<Object> codec = (Codec<Object>) Codec.of((java.lang.reflect.Type) wide);
        String json = IntStream.range(0, RecordAccess.MAX_COMPONENTS)
                .mapToObj(i -> "\"c" + i + "\":" + i)
                .collect(Collectors.joining(",", "{", "}"));

        assertThat(codec.encode(codec.decode(json))).hasToString(json);
        assertThatThrownBy(() -> codec.decode(json.replace("\"c249\":249", "\"c0\":249")))
                .hasMessageContaining("occurs twice");
        assertThatThrownBy(() -> codec.decode(json.replace(",\"c249\":249", "")))
                .hasMessage("/c249 is required");
        Class<?> wider = onClassPath("Wider", RecordAccess.MAX_COMPONENTS + 1);
        assertThatThrownBy(() -> Codec.of(wider)).hasMessageContaining("more than 250 components");
    }

    @Test
    void arm_of250Components_isSupported() throws Exception {
        Class<?> wide = onClassPath(
                "Arm", RecordAccess.MAX_COMPONENTS, "sealed interface Over permits Arm {}", "implements Over");
        String json = IntStream.range(0, RecordAccess.MAX_COMPONENTS)
                .mapToObj(i -> "\"c" + i + "\":" + i)
                .collect(Collectors.joining(",", "{", ",\"kind\":\"Arm\"}"));

        assertThat(Codec.of(wide.getInterfaces()[0]).decode(json)).isInstanceOf(wide);
    }

    @Test
    void codecOfAClass_isMadeOnce_andGoesWithTheClass() throws Exception {
        WeakReference<Class<?>> gone = usedClass();

        await().until(() -> {
            System.gc();
            return gone.get() == null;
        });
    }

    private WeakReference<Class<?>> usedClass() throws Exception {
        Class<?> type = onClassPath("Gone", 2);
        @SuppressWarnings("unchecked")
        Codec<Object> codec = (Codec<Object>) Codec.of(type);

        assertThat(codec.encode(codec.decode("{\"c0\":1,\"c1\":2}"))).hasToString("{\"c0\":1,\"c1\":2}");
        assertThat(codec).isSameAs(Codec.of(type));
        return new WeakReference<>(type);
    }

    private Class<?> inModule(String directives, String source, String name) throws Exception {
        Path module = Files.writeString(directory.resolve("module-info.java"), "module closed { " + directives + " }");
        compile(module, write("closed", name, source));
        Configuration configuration = ModuleLayer.boot()
                .configuration()
                .resolve(ModuleFinder.of(directory), ModuleFinder.of(), Set.of("closed"));
        ModuleLayer layer = ModuleLayer.boot()
                .defineModulesWithOneLoader(configuration, getClass().getClassLoader());
        return layer.findLoader("closed").loadClass("closed." + name);
    }

    private Class<?> onClassPath(String name, int components) throws Exception {
        return onClassPath(name, components, "", "");
    }

    @SuppressWarnings("BanClassLoader")
    private Class<?> onClassPath(String name, int components, String before, String implemented) throws Exception {
        String list = IntStream.range(0, components).mapToObj(i -> "int c" + i).collect(Collectors.joining(", "));
        compile(write("wide", name, before + " record " + name + "(" + list + ") " + implemented + " {}"));
        ClassLoader loader = new URLClassLoader(new URL[] {directory.toUri().toURL()});
        return loader.loadClass("wide." + name);
    }

    private Path write(String packageName, String name, String source) throws IOException {
        Path folder = Files.createDirectories(directory.resolve(packageName));
        return Files.writeString(folder.resolve(name + ".java"), "package " + packageName + "; " + source);
    }

    private void compile(Path... sources) {
        List<String> options = List.of("-d", directory.toString(), "-parameters");
        String[] arguments = Stream.concat(options.stream(), Stream.of(sources).map(Path::toString))
                .toArray(String[]::new);
        StringWriter messages = new StringWriter();
        PrintWriter out = new PrintWriter(messages);
        assertThat(ToolProvider.findFirst("javac").orElseThrow().run(out, out, arguments))
                .as(messages.toString())
                .isZero();
    }
}
