package dev.harbor.tools.a2a;

import java.time.Duration;

/** Is a wait that grows by half each time, up to a bound. Confined to one call. */
final class Growth {

    private final Duration longest;
    private Duration next;

    Growth(Duration first, Duration longest) {
        this.next = first;
        this.longest = longest;
    }

    Duration next() {
        Duration now = next;
        Duration more = now.multipliedBy(3).dividedBy(2);
        next = more.compareTo(longest) > 0 ? longest : more;
        return now;
    }
}
