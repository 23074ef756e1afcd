package dev.harbor.tools.mcp.peers;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Finds where classes come from, for JVMs that need no others. */
final class ClassPath {

    private ClassPath() {}

    static String of(Class<?>... classes) {
        return Arrays.stream(classes).map(ClassPath::source).distinct().collect(Collectors.joining(File.pathSeparator));
    }

    private static String source(Class<?> each) {
        try {
            return Path.of(each.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
