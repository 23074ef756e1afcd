package dev.harbor.store.jdbc;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands before a store and fails one of its methods while it is told to. Thread-safe. */
final class Failing {

    private final String method;
    private final AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);

    /**
     * Creates one that fails nothing yet.
     *
     * @param method which method
     */
    Failing(String method) {
        this.method = method;
    }

    /** Lets so many calls of the method pass and fails all after. */
    void after(int calls) {
        left.set(calls);
    }

    void never() {
        after(Integer.MAX_VALUE);
    }

    /** Returns a store in front of another. */
    <T> T before(Class<T> type, T store) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, called, arguments) -> {
                    if (called.getName().equals(method) && left.getAndDecrement() <= 0) {
                        throw new StoreException(ErrorCode.STORE_FAILED, "the store is away");
                    }
                    try {
                        return called.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
