package dev.harbor.tools.a2a.server;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalEntry;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes a journal that refuses, when it is told to, one type of record of loops, and is well otherwise. */
final class RefusingLoops {

    /** Counts what was refused. */
    final AtomicInteger refused = new AtomicInteger();

    volatile boolean refuses;
    private final String type;
    private final Journal journal = InMemoryJournal.create();

    RefusingLoops(String type) {
        this.type = type;
    }

    Journal journal() {
        return (Journal) Proxy.newProxyInstance(
                Journal.class.getClassLoader(),
                new Class<?>[] {Journal.class},
                (proxy, method, arguments) -> invoke(method, arguments));
    }

    private Object invoke(Method method, Object[] arguments) throws Throwable {
        if (refuses && method.getName().equals("append") && names((List<?>) arguments[2])) {
            refused.incrementAndGet();
            throw new StoreException(ErrorCode.STORE_FAILED, "the disk is full");
        }
        try {
            return method.invoke(journal, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private boolean names(List<?> entries) {
        return entries.stream()
                .anyMatch(each ->
                        each instanceof JournalEntry entry && entry.type().equals(type));
    }
}
