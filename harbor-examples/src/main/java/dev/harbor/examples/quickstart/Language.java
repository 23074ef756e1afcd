package dev.harbor.examples.quickstart;

import java.util.Locale;
import java.util.Map;

/** Names the language of a file by its extension. */
final class Language {

    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("java", "Java"),
            Map.entry("kt", "Kotlin"),
            Map.entry("kts", "Kotlin"),
            Map.entry("scala", "Scala"),
            Map.entry("groovy", "Groovy"),
            Map.entry("gradle", "Groovy"),
            Map.entry("go", "Go"),
            Map.entry("rs", "Rust"),
            Map.entry("c", "C"),
            Map.entry("h", "C"),
            Map.entry("cc", "C++"),
            Map.entry("cpp", "C++"),
            Map.entry("hpp", "C++"),
            Map.entry("cs", "C#"),
            Map.entry("py", "Python"),
            Map.entry("rb", "Ruby"),
            Map.entry("js", "JavaScript"),
            Map.entry("mjs", "JavaScript"),
            Map.entry("ts", "TypeScript"),
            Map.entry("tsx", "TypeScript"),
            Map.entry("sh", "Shell"),
            Map.entry("bash", "Shell"),
            Map.entry("cmd", "Batch"),
            Map.entry("bat", "Batch"),
            Map.entry("sql", "SQL"),
            Map.entry("html", "HTML"),
            Map.entry("css", "CSS"),
            Map.entry("xml", "XML"),
            Map.entry("json", "JSON"),
            Map.entry("yaml", "YAML"),
            Map.entry("yml", "YAML"),
            Map.entry("properties", "Properties"),
            Map.entry("csv", "CSV"),
            Map.entry("md", "Markdown"),
            Map.entry("adoc", "AsciiDoc"),
            Map.entry("txt", "Text"));

    private static final int MAX_EXTENSION_LENGTH = 10;

    private Language() {}

    static String of(String fileName) {
        int dot = fileName.lastIndexOf('.');
        String extension = fileName.substring(dot + 1).toLowerCase(Locale.ROOT);
        if (dot < 1 || extension.isEmpty() || extension.length() > MAX_EXTENSION_LENGTH) {
            return "(no extension)";
        }
        return NAMES.getOrDefault(extension, "." + extension);
    }
}
