package dev.harbor.architecture;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Reads JUnit classes from source files with the JDK's own parser; nothing is compiled, so no class path is needed. */
final class TestSources extends TreeScanner<Void, String> {

    private static final Set<String> TESTS =
            Set.of("Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate");

    private final List<TestClass> found = new ArrayList<>();
    private Set<String> current = new LinkedHashSet<>();

    private TestSources() {}

    static List<TestClass> read(List<Path> files) {
        TestSources sources = new TestSources();
        for (CompilationUnitTree unit : parse(files)) {
            sources.scan(unit, "");
        }
        return sources.found;
    }

    private static Iterable<? extends CompilationUnitTree> parse(List<Path> files) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of("-proc:none", "--release", "17");
            JavacTask task = (JavacTask) compiler.getTask(
                    null, manager, problem -> {}, options, null, manager.getJavaFileObjectsFromPaths(files));
            return task.parse();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Void visitClass(ClassTree tree, String outer) {
        String name = outer + tree.getSimpleName();
        Set<String> enclosing = current;
        current = new LinkedHashSet<>();
        super.visitClass(tree, name + '.');
        found.add(new TestClass(name, parent(tree), runs(tree), Set.copyOf(current)));
        current = enclosing;
        return null;
    }

    @Override
    public Void visitMethod(MethodTree tree, String outer) {
        ModifiersTree modifiers = tree.getModifiers();
        boolean test = TESTS.stream().anyMatch(each -> isAnnotated(modifiers, each));
        if (test && !isAnnotated(modifiers, "Disabled")) {
            current.add(tree.getName().toString());
        }
        return super.visitMethod(tree, outer);
    }

    private static boolean runs(ClassTree tree) {
        ModifiersTree modifiers = tree.getModifiers();
        return !modifiers.getFlags().contains(Modifier.ABSTRACT) && !isAnnotated(modifiers, "Disabled");
    }

    private static String parent(ClassTree tree) {
        Tree parent = tree.getExtendsClause();
        return parent == null ? "" : lastName(parent.toString().replaceAll("<.*", ""));
    }

    private static boolean isAnnotated(ModifiersTree modifiers, String annotation) {
        return modifiers.getAnnotations().stream()
                .map(each -> each.getAnnotationType().toString())
                .anyMatch(name -> lastName(name).equals(annotation));
    }

    private static String lastName(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
