package dev.harbor.architecture;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Modifier;

/** Finds what callers see in source files and nothing explains. A method that overrides another is explained there, a constant of an
 * enum by its enum. */
final class Undocumented extends TreePathScanner<Void, Boolean> {

    private final DocTrees trees;
    private final List<String> found = new ArrayList<>();

    private Undocumented(DocTrees trees) {
        this.trees = trees;
    }

    static List<String> in(List<Path> files) {
        return Parsed.with(files, (task, units) -> {
            Undocumented scanner = new Undocumented(DocTrees.instance(task));
            units.forEach(unit -> scanner.scan(unit, true));
            return scanner.found;
        });
    }

    @Override
    public Void visitClass(ClassTree tree, Boolean visible) {
        boolean isVisible = visible && isOpen(tree.getModifiers());
        if (isVisible) {
            require(tree.getSimpleName().toString());
        }
        return super.visitClass(tree, isVisible);
    }

    @Override
    public Void visitMethod(MethodTree tree, Boolean visible) {
        if (visible && isOpen(tree.getModifiers()) && !overrides(tree.getModifiers())) {
            require(tree.getName().toString());
        }
        return null;
    }

    @Override
    public Void visitVariable(VariableTree tree, Boolean visible) {
        if (visible && isOpen(tree.getModifiers()) && !isIn(Tree.Kind.ENUM)) {
            require(tree.getName().toString());
        }
        return null;
    }

    private boolean isOpen(ModifiersTree modifiers) {
        Set<Modifier> flags = modifiers.getFlags();
        return flags.contains(Modifier.PUBLIC) || flags.contains(Modifier.PROTECTED) || isInInterface(flags);
    }

    private boolean isInInterface(Set<Modifier> flags) {
        boolean member = isIn(Tree.Kind.INTERFACE) || isIn(Tree.Kind.ANNOTATION_TYPE);
        return member && !flags.contains(Modifier.PRIVATE);
    }

    private boolean isIn(Tree.Kind kind) {
        return getCurrentPath().getParentPath().getLeaf().getKind() == kind;
    }

    private static boolean overrides(ModifiersTree modifiers) {
        return modifiers.getAnnotations().stream()
                .anyMatch(each -> each.getAnnotationType().toString().equals("Override"));
    }

    private void require(String name) {
        TreePath path = getCurrentPath();
        if (trees.getDocComment(path) == null) {
            CompilationUnitTree unit = path.getCompilationUnit();
            long start = trees.getSourcePositions().getStartPosition(unit, path.getLeaf());
            Path file = Path.of(unit.getSourceFile().getName()).getFileName();
            found.add(file + ":" + unit.getLineMap().getLineNumber(start) + " " + name);
        }
    }
}
