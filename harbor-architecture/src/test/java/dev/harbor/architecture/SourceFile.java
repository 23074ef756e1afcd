package dev.harbor.architecture;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A file of main code that has a class.
 *
 * @param module the module
 * @param type the name of the class that the file is named after
 * @param isPublic whether that class is public
 */
record SourceFile(String module, String type, boolean isPublic) {

    private static final Pattern WITHOUT_CLASS = Pattern.compile(".*/(package|module)-info\\.java");

    /** Returns the modules that have main code for others to use, or to learn from. */
    static List<String> modules() {
        return Pom.of("").modules().stream()
                .filter(module -> !module.equals("harbor-benchmarks") && !module.equals("docs"))
                .filter(module -> of(module).findAny().isPresent())
                .toList();
    }

    static Stream<SourceFile> of(String module) {
        String home = module + "/src/main/java/";
        return Repository.files(name -> name.startsWith(home) && name.endsWith(".java")).stream()
                .filter(file -> !WITHOUT_CLASS.matcher(Repository.name(file)).matches())
                .map(file -> of(module, home, file));
    }

    private static SourceFile of(String module, String home, Path file) {
        String name = Repository.name(file);
        String type =
                name.substring(home.length(), name.length() - ".java".length()).replace('/', '.');
        String simple = type.substring(type.lastIndexOf('.') + 1);
        Pattern head = Pattern.compile("(?m)^public .*\\b(class|interface|record|enum) " + simple + "\\b");
        return new SourceFile(module, type, head.matcher(Repository.read(file)).find());
    }

    boolean isIn(String part) {
        return ('.' + type).contains('.' + part + '.');
    }
}
