package dev.harbor.architecture;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Modifier;

/** Finds JUnit classes in source files. */
final class TestSources extends TreeScanner<Void, String> {

    private static final Set<String> TESTS =
            Set.of("Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate");

    private final List<TestClass> found = new ArrayList<>();
    private Set<String> current = new LinkedHashSet<>();

    private TestSources() {}

    static List<TestClass> read(List<Path> files) {
        return Parsed.with(files, (task, units) -> {
            TestSources sources = new TestSources();
            units.forEach(unit -> sources.scan(unit, ""));
            return sources.found;
        });
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
