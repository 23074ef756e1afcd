package dev.harbor.json;

import java.lang.invoke.MethodHandle;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Is a method handle that is linked when it is first used: linking costs more than all else that a type needs at registration, and most tools that a service
 * registers are not called soon. Thread-safe; threads that meet at the first use link it once each, to the same effect.
 */
final class LateHandle {

    private final Supplier<MethodHandle> linking;
    private @Nullable MethodHandle handle;

    /** Takes what links it, which must not fail. */
    LateHandle(Supplier<MethodHandle> linking) {
        this.linking = linking;
    }

    /** Returns the handle. */
    MethodHandle get() {
        MethodHandle known = handle;
        if (known == null) {
            known = linking.get();
            handle = known;
        }
        return known;
    }
}
