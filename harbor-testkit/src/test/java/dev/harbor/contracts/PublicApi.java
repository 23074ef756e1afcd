package dev.harbor.contracts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What embedders can name and call in the packages that a module exports. */
final class PublicApi {

    private PublicApi() {}

    /** Returns the public classes of the package that the anchor is in, with the public ones nested in them. */
    static List<Class<?>> classesBeside(Class<?> anchor) {
        try {
            URI home = anchor.getResource(anchor.getSimpleName() + ".class").toURI();
            if (!home.getScheme().equals("jar")) {
                return classesIn(Path.of(home).getParent(), anchor);
            }
            try (FileSystem jar = FileSystems.newFileSystem(home, Map.of())) {
                return classesIn(jar.getPath("/" + anchor.getPackageName().replace('.', '/')), anchor);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Class<?>> classesIn(Path folder, Class<?> anchor) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".class") && !file.startsWith("package-info"))
                    .sorted()
                    .<Class<?>>map(file -> load(anchor.getPackageName() + "." + file.replace(".class", "")))
                    .filter(PublicApi::isReachable)
                    .toList();
        }
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isReachable(Class<?> type) {
        Class<?> outer = type.getEnclosingClass();
        return Modifier.isPublic(type.getModifiers())
                && !type.isAnonymousClass()
                && (outer == null || isReachable(outer));
    }

    /** Returns the constructors and static factories of a class, and the methods of one whose objects are values or builders. */
    static Stream<Executable> entries(Class<?> type) {
        return Stream.concat(constructors(type), methods(type)).filter(entry -> entry.getParameterCount() > 0);
    }

    private static Stream<Constructor<?>> constructors(Class<?> type) {
        return Modifier.isAbstract(type.getModifiers()) ? Stream.empty() : Arrays.stream(type.getConstructors());
    }

    private static Stream<Method> methods(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
                .filter(method -> Modifier.isStatic(method.getModifiers()) ? !type.isEnum() : isOfValue(type, method));
    }

    /** What lives is no value, and what implements an SPI is called by Harbor. */
    private static boolean isOfValue(Class<?> type, Method method) {
        return !type.isInterface() && !isInherited(type, method);
    }

    private static boolean isInherited(Class<?> type, Method method) {
        return Stream.concat(Stream.of(Object.class), Arrays.stream(type.getInterfaces()))
                .flatMap(above -> Arrays.stream(above.getMethods()))
                .anyMatch(above -> above.getName().equals(method.getName())
                        && above.getParameterCount() == method.getParameterCount());
    }
}
