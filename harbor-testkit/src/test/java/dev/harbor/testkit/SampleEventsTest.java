package dev.harbor.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.event.HarborEvent;
import dev.harbor.identity.RunIdentity;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

final class SampleEventsTest {

    @Test
    void samples_holdEveryKindOfCore() throws Exception {
        Set<Class<?>> samples = SampleEvents.all(TestIdentities.run()).stream()
                .map(Object::getClass)
                .collect(Collectors.toSet());

        assertThat(kindsOfCore()).hasSizeGreaterThan(15).isSubsetOf(samples);
    }

    @Test
    void kinds_haveOneStableNameEach() throws Exception {
        Map<Class<?>, Set<String>> names = SampleEvents.all(TestIdentities.run()).stream()
                .collect(Collectors.groupingBy(
                        Object::getClass, Collectors.mapping(HarborEvent::type, Collectors.toSet())));

        assertThat(kindsOfCore())
                .allSatisfy(kind -> assertThat(names.get(kind))
                        .as("%s", kind)
                        .singleElement(InstanceOfAssertFactories.STRING)
                        .matches("[a-z]+(\\.[a-z_]+)+")
                        .isEqualTo(kind.getField("TYPE").get(null)));
        assertThat(names.values().stream().flatMap(Set::stream)).doesNotHaveDuplicates();
    }

    @Test
    void events_sayOnWhoseBehalf_andCarryNoArguments() {
        RunIdentity run = TestIdentities.run();

        assertThat(SampleEvents.all(run)).allSatisfy(event -> {
            assertThat(event.identity()).isEqualTo(run.identity());
            assertThat(event.toString()).doesNotContain("{\"a\":1}");
        });
    }

    private static List<Class<?>> kindsOfCore() throws Exception {
        URI home = HarborEvent.class.getResource("HarborEvent.class").toURI();
        if (!home.getScheme().equals("jar")) {
            return kindsIn(Path.of(home).getParent());
        }
        try (FileSystem jar = FileSystems.newFileSystem(home, Map.of())) {
            return kindsIn(jar.getPath("/dev/harbor/event"));
        }
    }

    private static List<Class<?>> kindsIn(Path folder) throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class") && !name.startsWith("package-info"))
                    .<Class<?>>map(SampleEventsTest::load)
                    .filter(type -> HarborEvent.class.isAssignableFrom(type) && type.isRecord())
                    .toList();
        }
    }

    private static Class<?> load(String file) {
        try {
            return Class.forName("dev.harbor.event." + file.replace(".class", ""));
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }
}
