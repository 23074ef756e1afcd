package dev.harbor.architecture;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds in the sources of a module which types it opens by reflection: those of its codecs with all that they are made of, those it asks for by name, and its providers. */
final class OpenedTypes {

    private static final Pattern CODEC = Pattern.compile("\\bCodec\\.of\\((\\w+)\\.class\\)");
    private static final Pattern NAMED = Pattern.compile("\\bClass\\.forName\\(\"([^\"]+)\"\\)");
    private static final Pattern FOUND = Pattern.compile("\\.findStatic\\(\\s*(\\w+)\\.class,");
    private static final String SERVICES = "META-INF/services/";

    /** What is no type before Java 21 is looked for there alone. */
    private static final String VIRTUAL = "java.lang.Thread$Builder$OfVirtual";

    private final Set<String> names = new TreeSet<>();

    private OpenedTypes() {}

    static Set<String> of(String module) {
        OpenedTypes types = new OpenedTypes();
        SourceFile.of(module).forEach(types::addThoseOf);
        Reachability.resourcesIn(module).stream()
                .filter(resource -> resource.startsWith(SERVICES))
                .flatMap(
                        resource -> Repository.read(Repository.ROOT.resolve(module + "/src/main/resources/" + resource))
                                .lines())
                .forEach(types.names::add);
        return types.names;
    }

    static boolean isThere(String type) {
        return find(type) != null || type.equals(VIRTUAL) && Runtime.version().feature() < 21;
    }

    private void addThoseOf(SourceFile file) {
        String text = Repository.read(Repository.ROOT.resolve(
                file.module() + "/src/main/java/" + file.type().replace('.', '/') + ".java"));
        NAMED.matcher(text).results().forEach(match -> names.add(match.group(1)));
        FOUND.matcher(text)
                .results()
                .forEach(match -> names.add(resolve(file.type(), match.group(1)).getName()));
        CODEC.matcher(text).results().forEach(match -> add(resolve(file.type(), match.group(1))));
    }

    /** Finds what a simple name means in a class: a member, or a neighbour. What is neither is of the JDK. */
    private static Class<?> resolve(String from, String name) {
        return Stream.of(from + '$' + name, from.substring(0, from.lastIndexOf('.') + 1) + name, "java.lang." + name)
                .map(OpenedTypes::find)
                .filter(found -> found != null)
                .findFirst()
                .orElseThrow(() -> new AssertionError(
                        from + " has a codec of " + name + ", which is neither a member nor a neighbour"));
    }

    private void add(Type type) {
        if (type instanceof ParameterizedType parameterized) {
            Arrays.stream(parameterized.getActualTypeArguments()).forEach(this::add);
        } else if (type instanceof Class<?> found && isOpened(found) && names.add(found.getName())) {
            Stream.ofNullable(found.getRecordComponents())
                    .flatMap(Arrays::stream)
                    .map(RecordComponent::getGenericType)
                    .forEach(this::add);
            Stream.ofNullable(found.getPermittedSubclasses())
                    .flatMap(Arrays::stream)
                    .forEach(this::add);
        }
    }

    /** Other types have a codec that needs no reflection, or are the JDK's. */
    private static boolean isOpened(Class<?> type) {
        return type.getName().startsWith("dev.harbor.") && (type.isRecord() || type.isEnum() || type.isSealed());
    }

    private static @Nullable Class<?> find(String name) {
        try {
            return Class.forName(name, false, OpenedTypes.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            return null;
        }
    }
}
