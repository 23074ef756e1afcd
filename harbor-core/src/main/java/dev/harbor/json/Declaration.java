package dev.harbor.json;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Is what the annotations on a component, parameter, constant or type say. An annotation that would be ignored although it changes JSON is refused. */
final class Declaration {

    private static final Set<Class<? extends Annotation>> KNOWN =
            Set.of(JsonProperty.class, JsonPropertyDescription.class, JsonTypeName.class);

    private final List<Annotation> annotations = new ArrayList<>();
    private final String where;

    /** Collects the annotations of all places where the compiler may have put those of one declaration. */
    Declaration(String where, AnnotatedElement... places) {
        this.where = where;
        for (AnnotatedElement place : places) {
            annotations.addAll(Arrays.asList(place.getAnnotations()));
        }
        annotations.forEach(this::requireKnown);
    }

    /** Refuses annotations on a type, its methods and constructors that would be ignored although they change JSON. */
    static void requireKnown(Class<?> type, String where) {
        new Declaration(where, type);
        new Declaration(where, type.getDeclaredMethods());
        new Declaration(where, type.getDeclaredConstructors());
    }

    /** Returns the name in JSON. */
    String name(String javaName) {
        Optional<String> ours = find(Param.class).map(Param::value).filter(name -> !name.isEmpty());
        Optional<String> jacksons =
                find(JsonProperty.class).map(JsonProperty::value).filter(name -> !name.isEmpty());
        if (ours.isPresent() && jacksons.isPresent() && !ours.equals(jacksons)) {
            throw Unsupported.at(where, "@Param and @JsonProperty give it different names");
        }
        return ours.or(() -> jacksons).orElse(javaName);
    }

    /** Returns the name of an arm of a sealed type. */
    String kind(String javaName) {
        return find(JsonTypeName.class)
                .map(JsonTypeName::value)
                .filter(name -> !name.isEmpty())
                .orElse(javaName);
    }

    @Nullable
    String description() {
        return find(Param.class)
                .map(Param::description)
                .filter(text -> !text.isEmpty())
                .or(() -> find(JsonPropertyDescription.class)
                        .map(JsonPropertyDescription::value)
                        .filter(text -> !text.isEmpty()))
                .orElse(null);
    }

    @Nullable
    String defaultText() {
        return find(Param.class)
                .map(Param::defaultValue)
                .filter(text -> !text.isEmpty())
                .orElse(null);
    }

    boolean nullable() {
        return saysNullable(annotations.toArray(Annotation[]::new));
    }

    /** Goes by the simple name, since every tool brings its own. */
    static boolean saysNullable(Annotation[] annotations) {
        return Arrays.stream(annotations)
                .anyMatch(annotation ->
                        annotation.annotationType().getSimpleName().equals("Nullable"));
    }

    private <A extends Annotation> Optional<A> find(Class<A> type) {
        return annotations.stream().filter(type::isInstance).map(type::cast).findFirst();
    }

    private void requireKnown(Annotation annotation) {
        String name = annotation.annotationType().getName();
        boolean jacksons = name.startsWith("com.fasterxml.jackson.") || name.startsWith("tools.jackson.");
        if (jacksons && !isKnown(annotation)) {
            throw Unsupported.at(
                    where,
                    "@" + annotation.annotationType().getSimpleName()
                            + " is not honoured; use @JsonProperty (name only), @JsonPropertyDescription, @JsonTypeName or @Param");
        }
    }

    private static boolean isKnown(Annotation annotation) {
        if (annotation instanceof JsonProperty property) {
            return property.defaultValue().isEmpty() && property.access() == JsonProperty.Access.AUTO;
        }
        return annotation instanceof JsonTypeInfo info
                ? saysTheSame(info)
                : KNOWN.contains(annotation.annotationType());
    }

    /** Takes the annotation where it describes what is done anyway, so that a type can serve Jackson and Harbor alike. */
    private static boolean saysTheSame(JsonTypeInfo info) {
        return info.use() == JsonTypeInfo.Id.NAME
                && info.include() == JsonTypeInfo.As.PROPERTY
                && info.property().equals(SealedNode.DISCRIMINATOR)
                && !info.visible();
    }
}
