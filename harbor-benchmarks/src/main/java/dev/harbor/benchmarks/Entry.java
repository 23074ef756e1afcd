package dev.harbor.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One benchmark of the programme, with what it is compared with and what it has to reach.
 *
 * @param id names it among the others, such as {@code two fields: Harbor}
 * @param method the method that JMH runs, as {@code Class.method}
 * @param parameters the parameters that JMH sets
 * @param clock what its time is taken by
 * @param goals what it has to reach; empty for those that are there to compare with
 */
record Entry(String id, String method, Map<String, String> parameters, Clock clock, List<Goal> goals) {

    /** What the time is taken by. */
    enum Clock {
        /** The processor time of the one thread that does it all. */
        CPU,
        /** The time on the wall, for what waits or hands over. */
        WALL,
        /**
         * The time on the wall over all threads together: what it takes until there is one more, from the throughput. The mean of what each thread sees is another
         * number, and says more about who has to wait for the processor.
         */
        RATE,
        /** The time on the wall of the first operation of a new JVM. */
        COLD
    }

    static Entry of(Clock clock, String id, String method) {
        return new Entry(id, method, Map.of(), clock, List.of());
    }

    Entry with(String parameter, String value) {
        Map<String, String> more = new TreeMap<>(parameters);
        more.put(parameter, value);
        return new Entry(id, method, more, clock, goals);
    }

    Entry goals(Goal... more) {
        List<Goal> all = new ArrayList<>(goals);
        all.addAll(Arrays.asList(more));
        return new Entry(id, method, parameters, clock, all);
    }
}
