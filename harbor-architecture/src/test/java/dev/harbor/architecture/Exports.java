package dev.harbor.architecture;

import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compares what a module exports with what it should: every package but the internal ones, the dispatcher's and that of the records. A package that is exported to other modules of
 * Harbor alone is exported: it supports them.
 */
final class Exports {

    private final ModuleDescriptor module;

    Exports(ModuleDescriptor module) {
        this.module = module;
    }

    /** Reads what a module of this build says about itself. */
    static Exports of(String module) {
        ModuleFinder finder = ModuleFinder.of(Repository.ROOT.resolve(module).resolve("target/classes"));
        return new Exports(finder.findAll().stream()
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(module + " has no module-info"))
                .descriptor());
    }

    String name() {
        return module.name();
    }

    /** Returns the packages that are open to callers although they are hidden by intent. */
    Set<String> leaked() {
        return sorted(exported().filter(Exports::isHidden));
    }

    /** Returns the packages that callers need and don't get. */
    Set<String> forgotten() {
        Set<String> exported = Stream.concat(exported(), shared()).collect(Collectors.toSet());
        return sorted(module.packages().stream().filter(each -> !isHidden(each) && !exported.contains(each)));
    }

    boolean isOpen() {
        return module.isOpen() || module.opens().stream().anyMatch(opens -> !opens.isQualified());
    }

    private Stream<String> exported() {
        return module.exports().stream()
                .filter(exports -> !exports.isQualified())
                .map(ModuleDescriptor.Exports::source);
    }

    private Stream<String> shared() {
        return module.exports().stream()
                .filter(exports -> exports.isQualified()
                        && exports.targets().stream().allMatch(target -> target.startsWith("dev.harbor.")))
                .map(ModuleDescriptor.Exports::source);
    }

    private static boolean isHidden(String name) {
        return Stream.of(".internal.", ".dispatch.", ".history.", ".turn.").anyMatch((name + '.')::contains);
    }

    private static Set<String> sorted(Stream<String> names) {
        return names.collect(Collectors.toCollection(TreeSet::new));
    }
}
