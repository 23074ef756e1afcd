package dev.harbor.architecture;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Reads source files with the JDK's own parser; nothing is compiled, so no class path is needed. */
final class Parsed {

    private Parsed() {}

    static <T> T with(List<Path> files, BiFunction<JavacTask, Iterable<? extends CompilationUnitTree>, T> use) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> options = List.of("-proc:none", "--release", "17");
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, manager, problem -> {}, options, null, manager.getJavaFileObjectsFromPaths(files));
            return use.apply(task, task.parse());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
