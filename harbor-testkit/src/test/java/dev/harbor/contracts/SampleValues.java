package dev.harbor.contracts;

import dev.harbor.artifact.ArtifactLimits;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.Evidence;
import dev.harbor.artifact.Retention;
import dev.harbor.catalog.BuiltToolset;
import dev.harbor.catalog.CatalogSnapshot;
import dev.harbor.catalog.ExternalToolset;
import dev.harbor.catalog.LoopCatalog;
import dev.harbor.catalog.RegistrationProfile;
import dev.harbor.catalog.ToolBindings;
import dev.harbor.catalog.ToolCatalog;
import dev.harbor.catalog.WireNames;
import dev.harbor.flow.Flow;
import dev.harbor.flow.Node;
import dev.harbor.flow.Ref;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.json.JsonSchema;
import dev.harbor.json.TypeRef;
import dev.harbor.loop.LoopDefinition;
import dev.harbor.run.GoalProfile;
import dev.harbor.runtime.CallHandle;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunHandle;
import dev.harbor.runtime.RunOperator;
import dev.harbor.runtime.RunRequest;
import dev.harbor.seal.SealingKeys;
import dev.harbor.testkit.ManualClock;
import dev.harbor.testkit.TestIdentities;
import dev.harbor.tool.EvidenceProjection;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolId;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Legal values by type: some known, the others made of them by the constructors and factories of the type. */
final class SampleValues {

    /** What a text may have to be: each in turn is the sample of a text, until a call takes it. */
    static final List<String> TEXTS = List.of(
            "sample",
            "sample.tool",
            "text/plain",
            "{}",
            "/sample",
            "sha256:" + "0".repeat(64),
            "1.0",
            "TOOL_FAILED",
            "v1",
            "a".repeat(64));

    record Text(String text) {}

    private final Map<Class<?>, Supplier<Object>> known = new HashMap<>();
    private final Deque<Class<?>> underWay = new ArrayDeque<>();
    private final boolean empty;

    SampleValues(String text, boolean empty, Path folder, HarborRuntime runtime) {
        this.empty = empty;
        addJava(text, folder);
        addReflection();
        addPrimitives();
        addHarbor();
        addRuntime(runtime);
    }

    private void addJava(String text, Path folder) {
        Stream.of(String.class, CharSequence.class, Object.class).forEach(type -> known.put(type, () -> text));
        known.put(Throwable.class, () -> new IllegalStateException(text));
        known.put(Path.class, () -> folder);
        known.put(InputStream.class, () -> new ByteArrayInputStream(new byte[1]));
        known.put(OutputStream.class, OutputStream::nullOutputStream);
        known.put(Clock.class, Clock::systemUTC);
        known.put(Instant.class, () -> ManualClock.START);
        known.put(Duration.class, () -> Duration.ofSeconds(1));
        known.put(OptionalInt.class, OptionalInt::empty);
        known.put(OptionalLong.class, OptionalLong::empty);
    }

    private void addReflection() {
        known.put(Class.class, () -> Text.class);
        known.put(Type.class, () -> Text.class);
        known.put(TypeRef.class, () -> new TypeRef<Text>() {});
        known.put(Parameter.class, () -> Text.class.getDeclaredConstructors()[0].getParameters()[0]);
        known.put(AnnotatedType.class, Text.class::getAnnotatedSuperclass);
    }

    private void addPrimitives() {
        Stream.of(int.class, Integer.class).forEach(type -> known.put(type, () -> 1));
        Stream.of(long.class, Long.class).forEach(type -> known.put(type, () -> 1L));
        Stream.of(double.class, Double.class).forEach(type -> known.put(type, () -> 0.5));
        Stream.of(boolean.class, Boolean.class).forEach(type -> known.put(type, () -> true));
    }

    private void addHarbor() {
        known.put(Json.class, () -> empty ? Json.EMPTY_OBJECT : Json.parse("{\"text\":\"sample\"}"));
        known.put(ArtifactLimits.class, () -> ArtifactLimits.NONE);
        known.put(ArtifactRef.class, () -> new ArtifactRef("sha256:" + "0".repeat(64)));
        known.put(Evidence.class, () -> Evidence.observed("sample", Json.parse("[1]")));
        known.put(
                EvidenceProjection.class,
                () -> EvidenceProjection.observed("sample").build());
        known.put(Retention.Pass.class, () -> new Retention(ArtifactLimits.NONE, Clock.systemUTC()).pass());
        known.put(SealingKeys.class, () -> SealingKeys.of("sample", new byte[32]));
        known.put(GoalProfile.Builder.class, () -> GoalProfile.builder("sample", "v1", "sample"));
        known.put(ToolId.class, () -> ToolId.of("sample.tool"));
        known.put(Tool.class, SampleValues::tool);
        known.put(ToolDefinition.class, () -> tool().definition());
        known.put(JsonSchema.class, () -> JsonSchema.compile(tool().definition().inputSchema()));
        known.put(ToolCatalog.class, SampleValues::catalog);
        known.put(CatalogSnapshot.class, () -> catalog().snapshot());
        known.put(LoopCatalog.class, SampleValues::loopCatalog);
        known.put(
                BuiltToolset.class,
                () -> loopCatalog().build(new ExternalToolset("sample", "1", List.of()), ToolBindings.NONE));
        known.put(ToolBindings.class, () -> ToolBindings.NONE);
        known.put(LoopDefinition.Builder.class, () -> LoopDefinition.builder("sample"));
        known.put(
                Flow.class,
                () -> Flow.builder("sample", Json.parse("{\"type\":\"object\"}"))
                        .add(Node.call("only", "sample.tool", SideEffect.READ))
                        .output("all", Ref.to("only"))
                        .build());
        known.put(LoopDefinition.class, () -> LoopDefinition.builder("sample").build());
        known.put(WireNames.class, () -> catalog().snapshot().wireNames());
    }

    private void addRuntime(HarborRuntime runtime) {
        Caller caller = runtime.as(TestIdentities.DEFAULT);
        known.put(Identity.class, () -> TestIdentities.DEFAULT);
        known.put(HarborRuntime.class, () -> runtime);
        known.put(Caller.class, () -> caller);
        known.put(RunOperator.class, runtime::operator);
        known.put(CallHandle.class, () -> caller.submit("sample.tool", Json.EMPTY_OBJECT));
        known.put(RunHandle.class, () -> caller.start(RunRequest.goal("sample")));
    }

    private static LoopCatalog loopCatalog() {
        return LoopCatalog.of(Map.of("", List.of()), RegistrationProfile.OPEN, 1, Runnable::run);
    }

    private static ToolCatalog catalog() {
        return ToolCatalog.builder().build();
    }

    private static Tool<Text, Text> tool() {
        return Tool.of("sample.tool", Text.class, Text.class, any -> any);
    }

    /** Returns a value of the type; empty when none can be made. */
    Optional<Object> of(Type type) {
        if (type instanceof ParameterizedType generic) {
            return collection(generic).or(() -> of(generic.getRawType()));
        }
        if (type instanceof GenericArrayType array) {
            return of(array.getGenericComponentType()).map(SampleValues::arrayOf);
        }
        if (type instanceof WildcardType wildcard) {
            return of(wildcard.getUpperBounds()[0]);
        }
        if (type instanceof TypeVariable<?> variable) {
            return of(variable.getBounds()[0]);
        }
        return ofClass((Class<?>) type);
    }

    private Optional<Object> collection(ParameterizedType type) {
        Class<?> raw = (Class<?>) type.getRawType();
        Type[] of = type.getActualTypeArguments();
        if (raw == Map.class) {
            return Optional.of(
                    empty
                            ? Map.of()
                            : of(of[0])
                                    .flatMap(key -> of(of[1]).<Object>map(value -> Map.of(key, value)))
                                    .orElse(Map.of()));
        }
        if (raw == Set.class) {
            return Optional.of(empty ? Set.of() : of(of[0]).<Object>map(Set::of).orElse(Set.of()));
        }
        if (raw == List.class || raw == Collection.class || raw == Iterable.class) {
            return Optional.of(
                    empty ? List.of() : of(of[0]).<Object>map(List::of).orElse(List.of()));
        }
        return raw == Optional.class ? Optional.of(Optional.empty()) : Optional.empty();
    }

    private static Object arrayOf(Object element) {
        Object array = Array.newInstance(element.getClass(), 1);
        Array.set(array, 0, element);
        return array;
    }

    private Optional<Object> ofClass(Class<?> type) {
        if (known.containsKey(type)) {
            return Optional.of(known.get(type).get());
        }
        if (type.isEnum()) {
            return Optional.of(type.getEnumConstants()[0]);
        }
        if (type.isArray()) {
            return Optional.of(Array.newInstance(type.getComponentType(), empty ? 0 : 1))
                    .map(array -> filled(array, type));
        }
        if (underWay.contains(type)) {
            return Optional.empty();
        }
        underWay.push(type);
        try {
            return made(type);
        } finally {
            underWay.pop();
        }
    }

    private Object filled(Object array, Class<?> type) {
        if (Array.getLength(array) == 1 && !type.getComponentType().isPrimitive()) {
            of(type.getComponentType()).ifPresent(element -> Array.set(array, 0, element));
        }
        return array;
    }

    private Optional<Object> made(Class<?> type) {
        if (type.isSealed()) {
            return Arrays.stream(type.getPermittedSubclasses())
                    .flatMap(arm -> ofClass(arm).stream())
                    .findFirst();
        }
        if (type.isInterface()) {
            return Optional.of(Proxy.newProxyInstance(
                    type.getClassLoader(),
                    new Class<?>[] {type},
                    (proxy, method, arguments) -> answer(proxy, method, arguments)));
        }
        return makers(type).flatMap(maker -> call(maker).stream()).findFirst();
    }

    private @Nullable Object answer(Object proxy, Method method, Object @Nullable [] arguments) {
        return switch (method.getName()) {
            case "toString" -> "sample";
            case "hashCode" -> 1;
            case "equals" -> proxy == arguments[0];
            default -> of(method.getGenericReturnType()).orElse(null);
        };
    }

    private static Stream<Executable> makers(Class<?> type) {
        Class<?> outer = type.getEnclosingClass();
        return Stream.of(
                        Arrays.<Executable>stream(
                                Modifier.isAbstract(type.getModifiers())
                                        ? new Constructor<?>[0]
                                        : type.getConstructors()),
                        factories(type, type),
                        outer == null ? Stream.<Executable>empty() : factories(outer, type))
                .<Executable>flatMap(makers -> makers)
                .sorted(Comparator.comparingInt(Executable::getParameterCount).thenComparing(Executable::toString));
    }

    private static Stream<Executable> factories(Class<?> home, Class<?> type) {
        return Arrays.<Executable>stream(home.getMethods())
                .filter(method -> Modifier.isStatic(method.getModifiers()))
                .filter(method -> ((Method) method).getReturnType() == type);
    }

    private Optional<Object> call(Executable maker) {
        Object[] arguments = Arrays.stream(maker.getGenericParameterTypes())
                .map(type -> of(type).orElse(null))
                .toArray();
        try {
            return Optional.ofNullable(invoke(maker, null, arguments));
        } catch (InvocationTargetException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    static @Nullable Object invoke(Executable entry, @Nullable Object target, @Nullable Object[] arguments)
            throws InvocationTargetException {
        try {
            return entry instanceof Constructor<?> constructor
                    ? constructor.newInstance(arguments)
                    : ((Method) entry).invoke(target, arguments);
        } catch (InstantiationException | IllegalAccessException e) {
            throw new AssertionError(entry.toString(), e);
        }
    }
}
