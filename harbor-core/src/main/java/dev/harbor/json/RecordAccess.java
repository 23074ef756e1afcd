package dev.harbor.json;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/** Opens a record: its constructor and accessors as method handles, so that no call pays for reflection. */
final class RecordAccess {

    /** What a method handle that spreads an array can take. */
    static final int MAX_COMPONENTS = 250;

    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final MethodType GETTER = MethodType.methodType(Object.class, Object.class);
    private static final MethodType MAKER = MethodType.methodType(Object.class, Object[].class);

    private final Class<?> type;
    private final RecordComponent[] components;
    private final Constructor<?> constructor;

    /** Takes a record class and where it occurs; refuses one that this module may not open. */
    RecordAccess(Class<?> type, String where) {
        this.type = type;
        this.components = type.getRecordComponents();
        if (components.length > MAX_COMPONENTS) {
            throw Unsupported.at(where, type.getName() + " has more than " + MAX_COMPONENTS + " components");
        }
        try {
            this.constructor = type.getDeclaredConstructor(
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
            constructor.setAccessible(true);
            for (RecordComponent component : components) {
                component.getAccessor().setAccessible(true);
            }
        } catch (InaccessibleObjectException | SecurityException e) {
            throw Unsupported.at(where, closed(), e);
        } catch (NoSuchMethodException e) {
            throw new AssertionError("every record has its canonical constructor: " + type, e);
        }
    }

    private String closed() {
        String reader = RecordAccess.class.getModule().isNamed()
                ? RecordAccess.class.getModule().getName()
                : "the unnamed module";
        return type.getName() + " is not accessible; let its module open the package " + type.getPackageName() + " to "
                + reader;
    }

    RecordComponent[] components() {
        return components.clone();
    }

    /** Returns all places where annotations of a component may be. */
    AnnotatedElement[] places(int component) {
        String name = components[component].getName();
        try {
            return new AnnotatedElement[] {
                components[component],
                components[component].getAccessor(),
                type.getDeclaredField(name),
                constructor.getParameters()[component]
            };
        } catch (NoSuchFieldException e) {
            throw new AssertionError("every component has its field: " + name, e);
        }
    }

    /** Returns the constructor as {@code (Object[])Object}. */
    LateHandle maker() {
        return new LateHandle(() -> spread(constructorHandle()));
    }

    /** Returns a constructor as {@code (Object[])Object} that takes one more value in front and ignores it. */
    LateHandle makerIgnoringFirst() {
        return new LateHandle(() -> spread(MethodHandles.dropArguments(constructorHandle(), 0, Object.class)));
    }

    private static MethodHandle spread(MethodHandle handle) {
        MethodHandle generic = handle.asType(handle.type().generic());
        return generic.asSpreader(Object[].class, generic.type().parameterCount())
                .asType(MAKER);
    }

    private MethodHandle constructorHandle() {
        try {
            return LOOKUP.unreflectConstructor(constructor);
        } catch (IllegalAccessException e) {
            throw new AssertionError("the constructor was made accessible: " + type, e);
        }
    }

    /** Returns an accessor as {@code (Object)Object}. */
    LateHandle getter(int component) {
        Method accessor = components[component].getAccessor();
        return new LateHandle(() -> getterHandle(accessor));
    }

    private static MethodHandle getterHandle(Method accessor) {
        try {
            return LOOKUP.unreflect(accessor).asType(GETTER);
        } catch (IllegalAccessException e) {
            throw new AssertionError("the accessor was made accessible: " + accessor, e);
        }
    }
}
