package dev.harbor.benchmarks.matrix;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Loads AgentScope with the versions of two libraries that it needs and that Spring AI and Harbor have newer ones of. The build copies them to {@code target/agentscope}. */
final class ApartLoader extends URLClassLoader {

    private static final List<String> APART = List.of(
            "io.agentscope.",
            "com.github.victools.",
            "com.networknt.",
            Desks.class.getName(),
            AgentScopeTools.class.getName());

    private ApartLoader(URL... urls) {
        super(urls, ApartLoader.class.getClassLoader());
    }

    static ApartLoader open() {
        try {
            Path classes = Path.of(ApartLoader.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            try (Stream<Path> jars = Files.list(classes.resolveSibling("agentscope"))) {
                return new ApartLoader(Stream.concat(Stream.of(classes), jars)
                        .map(ApartLoader::url)
                        .toArray(URL[]::new));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("AgentScope's libraries are not where the build puts them", e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (APART.stream().noneMatch(name::startsWith)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            return known == null ? findClass(name) : known;
        }
    }
}
