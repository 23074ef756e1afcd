package dev.harbor.dispatch;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** Reaches the virtual threads of a JVM that has them, from code that is compiled for one that has not. */
final class VirtualThreads {

    private static final @Nullable MethodHandle OF_VIRTUAL = find();

    private VirtualThreads() {}

    static boolean areAvailable() {
        return OF_VIRTUAL != null;
    }

    /**
     * Returns a factory of virtual threads that inherit nothing from the thread that makes them.
     *
     * @throws UnsupportedOperationException if the JVM has none
     */
    static ThreadFactory factory(String name) {
        if (OF_VIRTUAL == null) {
            throw new UnsupportedOperationException("this JVM has no virtual threads; they come with Java 21");
        }
        try {
            return (ThreadFactory) OF_VIRTUAL.invoke(name + "-");
        } catch (Throwable thrown) {
            throw new IllegalStateException("virtual threads are there but can't be made", thrown);
        }
    }

    /** {@code Thread.ofVirtual().inheritInheritableThreadLocals(false).name(prefix, 0).factory()} */
    private static @Nullable MethodHandle find() {
        try {
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            Class<?> virtual = Class.forName("java.lang.Thread$Builder$OfVirtual");
            Object builder = lookup.findStatic(Thread.class, "ofVirtual", MethodType.methodType(virtual))
                    .invoke();
            MethodHandle inherit = lookup.findVirtual(
                    virtual, "inheritInheritableThreadLocals", MethodType.methodType(virtual, boolean.class));
            MethodHandle name =
                    lookup.findVirtual(virtual, "name", MethodType.methodType(virtual, String.class, long.class));
            MethodHandle factory = lookup.findVirtual(virtual, "factory", MethodType.methodType(ThreadFactory.class));
            MethodHandle named = MethodHandles.insertArguments(name.bindTo(inherit.invoke(builder, false)), 1, 0L);
            return MethodHandles.filterReturnValue(named, factory);
        } catch (Throwable absent) {
            // Before Java 21 the class or the method is missing, or the method refuses as a preview.
            return null;
        }
    }
}
