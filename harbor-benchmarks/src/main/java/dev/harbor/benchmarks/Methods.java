package dev.harbor.benchmarks;

import dev.harbor.benchmarks.Add.Sum;
import dev.harbor.benchmarks.Refund.Currency;
import dev.harbor.benchmarks.Refund.Receipt;
import java.lang.reflect.Method;
import java.util.Arrays;

/** The code behind the tools as methods, for the peers that call those; they are public because one peer checks access. */
public final class Methods {

    /** Adds. */
    public Sum add(int a, int b) {
        return new Add(a, b).sum();
    }

    /** Refunds. */
    public Receipt refund(String customerId, String email, long amountCents, Currency currency, String note) {
        return new Refund(customerId, email, amountCents, currency, note).receipt();
    }

    static Method named(String name) {
        return Arrays.stream(Methods.class.getMethods())
                .filter(method -> method.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
