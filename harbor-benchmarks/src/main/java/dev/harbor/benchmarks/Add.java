package dev.harbor.benchmarks;

/** The two-field arguments. */
record Add(int a, int b) {

    static final String JSON = "{\"a\":19,\"b\":23}";

    Sum sum() {
        return new Sum(a + b);
    }

    /** The result. */
    record Sum(int sum) {

        static final String JSON = "{\"sum\":42}";
    }
}
