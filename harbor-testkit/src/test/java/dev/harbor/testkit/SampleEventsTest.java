package dev.harbor.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.harbor.event.HarborEvent;
import dev.harbor.identity.IdentityException;
import dev.harbor.identity.RunIdentity;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
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

    @Test
    void events_withoutSomethingThatTheyNeed_areRefusedNamingIt() throws Exception {
        int refusals = 0;
        for (HarborEvent event : SampleEvents.all(TestIdentities.run())) {
            if (kindsOfCore().contains(event.getClass())) {
                refusals += refusals(event);
            }
        }

        assertThat(refusals).isGreaterThan(60);
    }

    /** Makes the event again without each component that must be there, and returns how many there are. */
    private static int refusals(HarborEvent event) throws Exception {
        RecordComponent[] components = event.getClass().getRecordComponents();
        int refusals = 0;
        for (int i = 0; i < components.length; i++) {
            if (isRequired(components[i])) {
                Object[] values = values(event, components);
                values[i] = null;
                assertThat(failure(event.getClass(), components, values))
                        .as("%s without %s", event.getClass().getSimpleName(), components[i].getName())
                        .isInstanceOfAny(NullPointerException.class, IdentityException.class)
                        .hasMessageContaining(components[i].getName());
                refusals++;
            }
        }
        return refusals;
    }

    private static boolean isRequired(RecordComponent component) {
        return !component.getType().isPrimitive()
                && !component.getAnnotatedType().isAnnotationPresent(Nullable.class);
    }

    private static Object[] values(HarborEvent event, RecordComponent[] components) throws Exception {
        Object[] values = new Object[components.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = components[i].getAccessor().invoke(event);
        }
        return values;
    }

    private static Throwable failure(Class<?> kind, RecordComponent[] components, Object[] values) throws Exception {
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Constructor<?> constructor = kind.getConstructor(types);
        return catchThrowableOfType(InvocationTargetException.class, () -> constructor.newInstance(values))
                .getCause();
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
