package dev.harbor.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What a caller can see of a class. */
final class Api {

    private Api() {}

    /** Tells whether a class and all that enclose it are public. */
    static boolean isPublic(JavaClass type) {
        Optional<JavaClass> outer = type.getEnclosingClass();
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && outer.map(Api::isPublic).orElse(true);
    }

    static Stream<JavaCodeUnit> codeUnits(JavaClass type) {
        return type.getCodeUnits().stream().filter(Api::isVisible);
    }

    static Stream<JavaField> fields(JavaClass type) {
        return type.getFields().stream().filter(Api::isVisible);
    }

    private static boolean isVisible(JavaMember member) {
        Set<JavaModifier> modifiers = member.getModifiers();
        boolean written = !modifiers.contains(JavaModifier.SYNTHETIC) && !modifiers.contains(JavaModifier.BRIDGE);
        boolean open = modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
        return written && open;
    }

    /** Returns all types that the signature of a method or constructor names, without its annotations. */
    static Stream<JavaClass> typesOf(JavaCodeUnit unit) {
        List<JavaClass> thrown = unit.getExceptionTypes();
        return Stream.concat(unit.getAllInvolvedRawTypes().stream(), thrown.stream())
                .map(JavaClass::getBaseComponentType);
    }

    static Stream<JavaClass> typesOf(JavaField field) {
        return field.getAllInvolvedRawTypes().stream().map(JavaClass::getBaseComponentType);
    }

    /** Returns all types that the head of a class names: type parameters and supertypes. */
    static Stream<JavaClass> typesOfHead(JavaClass type) {
        Stream<? extends JavaType> supertypes =
                Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream());
        return Stream.concat(type.getTypeParameters().stream(), supertypes)
                .flatMap(each -> each.getAllInvolvedRawTypes().stream())
                .map(JavaClass::getBaseComponentType);
    }
}
