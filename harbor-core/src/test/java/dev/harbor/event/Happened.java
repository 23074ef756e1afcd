package dev.harbor.event;

import dev.harbor.identity.Identity;
import java.time.Instant;
import java.util.Optional;

/** An event with a number. */
record Happened(int number) implements HarborEvent {

    @Override
    public String type() {
        return "test.happened";
    }

    @Override
    public Identity identity() {
        return Identity.of("acme", "ada", "s1");
    }

    @Override
    public Optional<String> runId() {
        return Optional.empty();
    }

    @Override
    public Instant at() {
        return Instant.EPOCH;
    }
}
