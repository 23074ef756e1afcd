package dev.harbor.architecture;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What library code may not do: talk to a terminal, wait, read the clock of the machine, hide state in threads, or follow the machine's locale. */
final class CodeRules {

    private static final Set<String> LOCALE_BOUND = Set.of("toLowerCase", "toUpperCase", "formatted");

    private CodeRules() {}

    static RuleSet set() {
        return new RuleSet("code", CodeRules::library, file -> !file.isIn("examples"), all());
    }

    private static List<Rule> all() {
        return List.of(
                Rule.of("no standard streams", CodeRules::streams, "llm.Prints", "llm.PrintsTrace"),
                Rule.of(
                        "no sleeping",
                        root -> calls(root, "sleep", CodeRules::isSleep),
                        "llm.Sleeps",
                        "llm.SleepsByUnit"),
                Rule.of(
                        "no machine's clock",
                        root -> calls(root, "reading of the machine's clock", CodeRules::isNow),
                        "llm.ReadsNow",
                        "llm.ReadsMillis",
                        "llm.RefersToNow"),
                Rule.of("no state in threads", CodeRules::threadLocals, "llm.HidesInThread"),
                Rule.of(
                        "no machine's locale",
                        root -> calls(root, "call that follows the machine's locale", CodeRules::isLocaleBound),
                        "llm.Lowers",
                        "llm.Formats"),
                Rule.of("no class is named after a habit", CodeRules::names, "llm.ToolUtils", "llm.BaseThing"));
    }

    private static ArchRule streams(String root) {
        return Conditions.no(
                "use of a standard stream",
                library(root),
                type -> Stream.concat(
                        type.getFieldAccessesFromSelf().stream()
                                .filter(CodeRules::isStream)
                                .map(Object::toString),
                        called(
                                type,
                                target -> target.getName().equals("printStackTrace")
                                        && target.getRawParameterTypes().isEmpty())));
    }

    private static boolean isStream(JavaFieldAccess access) {
        return access.getTarget().getFullName().matches("java\\.lang\\.System\\.(out|err|in)");
    }

    private static boolean isSleep(CodeUnitAccessTarget target) {
        return target.getFullName().matches("(java\\.lang\\.Thread|java\\.util\\.concurrent\\.TimeUnit)\\.sleep\\(.*");
    }

    private static boolean isNow(CodeUnitAccessTarget target) {
        String name = target.getFullName();
        boolean millis =
                name.startsWith("java.lang.System.currentTimeMillis(") || name.equals("java.util.Date.<init>()");
        return millis || name.matches("java\\.time\\..*\\.now\\(.*") && !name.contains("java.time.Clock");
    }

    private static boolean isLocaleBound(CodeUnitAccessTarget target) {
        if (!target.getOwner().getName().equals("java.lang.String")) {
            return false;
        }
        boolean localeGiven = target.getRawParameterTypes().stream()
                .anyMatch(type -> type.getName().equals("java.util.Locale"));
        return !localeGiven
                && (LOCALE_BOUND.contains(target.getName()) || target.getName().equals("format"));
    }

    private static ArchRule threadLocals(String root) {
        return Conditions.noUse(
                "state in threads", library(root), (from, to) -> to.isAssignableTo("java.lang.ThreadLocal"));
    }

    private static ArchRule names(String root) {
        return Conditions.no(
                "name that says nothing",
                library(root),
                type -> Stream.of(type.getSimpleName())
                        .filter(name -> name.matches("(Base|Default)[A-Z].*|.*(Utils?|Helpers?|Manager|Impl)"))
                        .map(name -> type.getName()));
    }

    private static ArchRule calls(String root, String what, Predicate<CodeUnitAccessTarget> refused) {
        return Conditions.no(what, library(root), type -> called(type, refused));
    }

    /** Sees plain calls and method references. */
    private static Stream<String> called(JavaClass type, Predicate<CodeUnitAccessTarget> refused) {
        return type.getCodeUnitAccessesFromSelf().stream()
                .filter(access -> refused.test(((JavaCodeUnitAccess<?>) access).getTarget()))
                .map(Object::toString);
    }

    private static Predicate<JavaClass> library(String root) {
        Features features = new Features(root);
        return type -> features.isLibrary(type)
                && !(Features.isInternal(type) && type.getSimpleName().equals("SystemClock"));
    }
}
