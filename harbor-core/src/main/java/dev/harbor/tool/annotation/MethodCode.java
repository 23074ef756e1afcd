package dev.harbor.tool.annotation;

import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolHandler;
import dev.harbor.tool.ToolOutput;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Calls a method with decoded arguments, and with the context where it wants that. Thread-safe if the method is. */
final class MethodCode implements ToolHandler<@Nullable Object[], ToolOutput<Object>> {

    private final MethodHandle method;
    private final List<@Nullable Function<ToolContext, Object>> supplied;
    private final boolean wantsContext;
    private final Function<@Nullable Object, ToolOutput<Object>> output;

    /** Takes a handle from all arguments in an array to the result, and what gives those that the caller does not give; null for the others. */
    MethodCode(
            MethodHandle method,
            List<@Nullable Function<ToolContext, Object>> supplied,
            Function<@Nullable Object, ToolOutput<Object>> output) {
        this.method = method;
        this.supplied = supplied;
        this.wantsContext = supplied.stream().anyMatch(Objects::nonNull);
        this.output = output;
    }

    @Override
    public ToolOutput<Object> call(@Nullable Object[] input, ToolContext context) throws Exception {
        return output.apply(invoke(wantsContext ? withContext(input, context) : input));
    }

    private @Nullable Object[] withContext(@Nullable Object[] input, ToolContext context) {
        @Nullable Object[] all = new Object[supplied.size()];
        int next = 0;
        for (int i = 0; i < all.length; i++) {
            Function<ToolContext, Object> supplier = supplied.get(i);
            all[i] = supplier == null ? input[next++] : supplier.apply(context);
        }
        return all;
    }

    private @Nullable Object invoke(@Nullable Object[] arguments) throws Exception {
        try {
            return (Object) method.invokeExact(arguments);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw unwrapped(e);
        }
    }

    /** Looks through what proxies wrap around the failure of what is behind them. */
    private static Exception unwrapped(Throwable thrown) {
        Throwable failure = thrown;
        while (isWrapper(failure) && failure.getCause() != null) {
            failure = failure.getCause();
        }
        if (failure instanceof Error error) {
            throw error;
        }
        return failure instanceof Exception exception ? exception : new UndeclaredThrowableException(failure);
    }

    private static boolean isWrapper(Throwable thrown) {
        return thrown instanceof InvocationTargetException || thrown instanceof UndeclaredThrowableException;
    }
}
