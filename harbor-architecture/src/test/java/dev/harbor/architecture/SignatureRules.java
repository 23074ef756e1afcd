package dev.harbor.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchRule;
import java.lang.reflect.Executable;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What the exported packages may say to a caller. */
final class SignatureRules {

    private static final Set<String> OPTIONALS =
            Set.of("java.util.Optional", "java.util.OptionalInt", "java.util.OptionalLong", "java.util.OptionalDouble");

    private SignatureRules() {}

    static RuleSet set() {
        return new RuleSet("signatures", SignatureRules::exported, SignatureRules::isClaimed, all());
    }

    private static boolean isClaimed(SourceFile file) {
        return file.isPublic()
                && Stream.of("examples", "internal", "dispatch", "history", "turn")
                        .noneMatch(file::isIn);
    }

    private static List<Rule> all() {
        return List.of(
                Rule.of(
                        "public signatures name no third party",
                        SignatureRules::foreign,
                        "llm.ReturnsForeign",
                        "llm.ThrowsForeign",
                        "llm.ExtendsForeign",
                        "llm.BindsForeign",
                        "llm.HoldsForeign"),
                Rule.of("public signatures name only what callers see", SignatureRules::hidden, "llm.ReturnsHidden"),
                Rule.of("public classes say whether they can be extended", SignatureRules::open, "llm.Open"),
                Rule.of("no public static mutable field", SignatureRules::mutable, "llm.Mutable"),
                Rule.of(
                        "no Optional or array parameter",
                        SignatureRules::parameters,
                        "llm.TakesOptional",
                        "llm.TakesArray"),
                Rule.of("accessors are named without get", SignatureRules::getters, "llm.Gets"));
    }

    private static ArchRule foreign(String root) {
        return Conditions.no(
                "foreign type in a public signature",
                exported(root),
                type -> signatures(type).flatMap(signature -> signature.naming(each -> isForeign(root, each))));
    }

    private static boolean isForeign(String root, JavaClass type) {
        String name = type.getPackageName() + '.';
        return !type.isPrimitive()
                && Stream.of("java.", "javax.sql.", root + ".", "org.jspecify.").noneMatch(name::startsWith);
    }

    private static ArchRule hidden(String root) {
        Features features = new Features(root);
        Predicate<JavaClass> hidden =
                each -> features.contain(each) && !(features.isExported(each) && Api.isPublic(each));
        return Conditions.no(
                "hidden type in a public signature",
                exported(root),
                type -> members(type).flatMap(signature -> signature.naming(hidden)));
    }

    private static ArchRule open(String root) {
        return Conditions.no(
                "public class that is open by accident",
                exported(root),
                type -> Stream.of(type.getName()).filter(name -> !isDecided(type)));
    }

    private static boolean isDecided(JavaClass type) {
        Set<JavaModifier> modifiers = type.getModifiers();
        boolean closed = modifiers.contains(JavaModifier.FINAL) || type.isSealed() || type.isEnum();
        return closed || type.isInterface() || modifiers.contains(JavaModifier.ABSTRACT);
    }

    private static ArchRule mutable(String root) {
        return Conditions.no(
                "public static mutable field",
                exported(root),
                type -> Api.fields(type).filter(SignatureRules::isMutable).map(JavaField::getFullName));
    }

    private static boolean isMutable(JavaField field) {
        Set<JavaModifier> modifiers = field.getModifiers();
        boolean fixed =
                modifiers.contains(JavaModifier.FINAL) && !field.getRawType().isArray();
        return modifiers.contains(JavaModifier.STATIC) && !fixed;
    }

    private static ArchRule parameters(String root) {
        return Conditions.no(
                "Optional or array parameter",
                exported(root),
                type -> Api.codeUnits(type)
                        .filter(SignatureRules::takesOptionalOrArray)
                        .map(JavaCodeUnit::getFullName));
    }

    private static boolean takesOptionalOrArray(JavaCodeUnit unit) {
        List<JavaClass> types = unit.getRawParameterTypes();
        boolean variable = ((Executable) unit.reflect()).isVarArgs();
        return types.subList(0, types.size() - (variable ? 1 : 0)).stream()
                .anyMatch(each -> each.isArray() || OPTIONALS.contains(each.getName()));
    }

    private static ArchRule getters(String root) {
        return Conditions.no(
                "get in a name",
                exported(root),
                type -> type.getMethods().stream()
                        .filter(method -> Api.codeUnits(type).anyMatch(method::equals))
                        .filter(method -> method.getName().matches("get[A-Z].*") && !isOfJava(method))
                        .map(JavaCodeUnit::getFullName));
    }

    /** Tells whether a class of the JDK chose the name. */
    private static boolean isOfJava(JavaMethod method) {
        Class<?>[] parameters = method.reflect().getParameterTypes();
        JavaClass owner = method.getOwner();
        return Stream.concat(owner.getAllRawSuperclasses().stream(), owner.getAllRawInterfaces().stream())
                .filter(type -> type.getPackageName().startsWith("java."))
                .flatMap(type -> Stream.of(type.reflect().getMethods()))
                .anyMatch(each ->
                        each.getName().equals(method.getName()) && Arrays.equals(each.getParameterTypes(), parameters));
    }

    private static Predicate<JavaClass> exported(String root) {
        Features features = new Features(root);
        return type -> features.isExported(type) && Api.isPublic(type);
    }

    private static Stream<Signature> signatures(JavaClass type) {
        return Stream.concat(
                Stream.of(new Signature(type.getName(), Api.typesOfHead(type).toList())), members(type));
    }

    private static Stream<Signature> members(JavaClass type) {
        Stream<Signature> units = Api.codeUnits(type)
                .map(unit -> new Signature(unit.getFullName(), Api.typesOf(unit).toList()));
        Stream<Signature> fields = Api.fields(type)
                .map(field ->
                        new Signature(field.getFullName(), Api.typesOf(field).toList()));
        return Stream.concat(units, fields);
    }

    /** Something that a caller reads, and the types that it names. */
    private record Signature(String name, List<JavaClass> types) {

        Stream<String> naming(Predicate<JavaClass> refused) {
            return types.stream().filter(refused).map(type -> name + " names " + type.getName());
        }
    }
}
