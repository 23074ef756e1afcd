package dev.harbor.llm.langchain4j;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** Starts a thread for one request: a virtual one where the JVM has them. */
final class Starter {

    private static final String NAME = "harbor-llm";

    private static final @Nullable MethodHandle VIRTUAL = virtual();

    private Starter() {}

    private static @Nullable MethodHandle virtual() {
        try {
            return MethodHandles.publicLookup()
                    .findStatic(
                            Thread.class, "startVirtualThread", MethodType.methodType(Thread.class, Runnable.class));
        } catch (NoSuchMethodException | IllegalAccessException olderJvm) {
            return null;
        }
    }

    static Thread start(Runnable work) {
        return VIRTUAL == null ? platform(work) : virtual(VIRTUAL, work);
    }

    private static Thread virtual(MethodHandle starter, Runnable work) {
        try {
            return (Thread) starter.invokeExact(work);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("starting a thread declares no exception", e);
        }
    }

    private static Thread platform(Runnable work) {
        Thread thread = new Thread(work, NAME);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
