package dev.harbor.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The kinds of workers that this JVM has: platform threads as on Java 17 always, virtual ones where they exist. */
enum WorkerKinds {
    PLATFORM {
        @Override
        Workers make(int cap) {
            return Workers.platform("test-worker", cap, Duration.ofSeconds(30));
        }
    },
    VIRTUAL {
        @Override
        Workers make(int cap) {
            return Workers.virtual("test-worker", cap);
        }
    };

    abstract Workers make(int cap);

    static List<WorkerKinds> available() {
        List<WorkerKinds> kinds = new ArrayList<>(List.of(PLATFORM));
        if (VirtualThreads.areAvailable()) {
            kinds.add(VIRTUAL);
        }
        return kinds;
    }
}
