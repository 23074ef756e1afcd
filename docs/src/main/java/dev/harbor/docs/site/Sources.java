package dev.harbor.docs.site;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The files of the repository that pages are made of, each named by its path from the root, with slashes.
 *
 * @param root the folder of the repository
 */
record Sources(Path root) {

    /** Returns the pages: those beside the modules and those below docs. */
    List<String> pages() throws IOException {
        try (Stream<Path> beside = Files.list(root);
                Stream<Path> below = Files.walk(root.resolve("docs"))) {
            return Stream.concat(beside, below)
                    .map(this::name)
                    .filter(Sources::isPage)
                    .sorted()
                    .toList();
        }
    }

    /** Returns the pages of a folder, without those of folders in it. */
    List<String> pages(String folder) throws IOException {
        try (Stream<Path> files = Files.list(root.resolve(folder))) {
            return files.map(this::name).filter(Sources::isPage).sorted().toList();
        }
    }

    String read(String file) throws IOException {
        return Files.readString(root.resolve(file), StandardCharsets.UTF_8);
    }

    Path path(String file) {
        return root.resolve(file);
    }

    boolean isFile(String file) {
        return Files.isRegularFile(path(file));
    }

    boolean isFolder(String file) {
        return Files.isDirectory(path(file));
    }

    private String name(Path file) {
        return root.relativize(file).toString().replace('\\', '/');
    }

    private static boolean isPage(String file) {
        return file.endsWith(".md") && !file.startsWith("docs/target/") && !file.startsWith("docs/src/");
    }
}
