package dev.harbor.json;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import org.jspecify.annotations.Nullable;

/**
 * Is what the annotations on a component, parameter, constant or type say. An annotation that would be ignored although it changes JSON is refused.
 */
final class Declaration {

    private final String where;
    private String ourName = "";
    private String jacksonName = "";
    private String kind = "";
    private String description = "";
    private String defaultText = "";
    private boolean nullable;

    /** Collects the annotations of all places where the compiler may have put those of one declaration. */
    Declaration(String where, AnnotatedElement... places) {
        this.where = where;
        for (AnnotatedElement place : places) {
            for (Annotation annotation : place.getAnnotations()) {
                take(annotation);
            }
        }
    }

    private void take(Annotation annotation) {
        if (annotation instanceof Param param) {
            ourName = param.value();
            description = param.description();
            defaultText = param.defaultValue();
        } else if (annotation instanceof JsonProperty property && isNameOnly(property)) {
            jacksonName = property.value();
        } else if (annotation instanceof JsonPropertyDescription described) {
            description = description.isEmpty() ? described.value() : description;
        } else if (annotation instanceof JsonTypeName named) {
            kind = named.value();
        } else if (!(annotation instanceof JsonTypeInfo info && saysTheSame(info))) {
            requireNotJackson(annotation.annotationType());
            nullable |= isNullable(annotation);
        }
    }

    private static boolean isNameOnly(JsonProperty property) {
        return property.defaultValue().isEmpty() && property.access() == JsonProperty.Access.AUTO;
    }

    /** Takes the annotation where it describes what is done anyway, so that a type can serve Jackson and Harbor alike. */
    private static boolean saysTheSame(JsonTypeInfo info) {
        return info.use() == JsonTypeInfo.Id.NAME
                && info.include() == JsonTypeInfo.As.PROPERTY
                && info.property().equals(SealedNode.DISCRIMINATOR)
                && !info.visible();
    }

    private void requireNotJackson(Class<?> type) {
        String name = type.getName();
        if (name.startsWith("com.fasterxml.jackson.") || name.startsWith("tools.jackson.")) {
            throw Unsupported.at(
                    where,
                    "@" + type.getSimpleName()
                            + " is not honoured; use @JsonProperty (name only), @JsonPropertyDescription, @JsonTypeName or @Param");
        }
    }

    /** Refuses annotations on a type, its methods and constructors that would be ignored although they change JSON. */
    static void requireKnown(Class<?> type, String where) {
        new Declaration(where, type);
        new Declaration(where, type.getDeclaredMethods());
        new Declaration(where, type.getDeclaredConstructors());
    }

    /** Returns the name in JSON. */
    String name(String javaName) {
        if (ourName.isEmpty()) {
            return jacksonName.isEmpty() ? javaName : jacksonName;
        }
        if (!jacksonName.isEmpty() && !jacksonName.equals(ourName)) {
            throw Unsupported.at(where, "@Param and @JsonProperty give it different names");
        }
        return ourName;
    }

    /** Returns the name of an arm of a sealed type. */
    String kind(String javaName) {
        return kind.isEmpty() ? javaName : kind;
    }

    @Nullable
    String description() {
        return description.isEmpty() ? null : description;
    }

    @Nullable
    String defaultText() {
        return defaultText.isEmpty() ? null : defaultText;
    }

    boolean nullable() {
        return nullable;
    }

    static boolean saysNullable(Annotation[] annotations) {
        for (Annotation annotation : annotations) {
            if (isNullable(annotation)) {
                return true;
            }
        }
        return false;
    }

    /** Goes by the simple name, since every tool brings its own. */
    private static boolean isNullable(Annotation annotation) {
        return annotation.annotationType().getSimpleName().equals("Nullable");
    }
}
