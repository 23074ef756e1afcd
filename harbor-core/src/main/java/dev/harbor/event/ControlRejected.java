package dev.harbor.event;

import dev.harbor.identity.Identity;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * Somebody wanted to steer a run from outside and was refused.
 *
 * <p>Immutable.
 *
 * @param identity whose run it is
 * @param run the run
 * @param at when
 * @param control what was wanted, such as {@code approve}
 * @param actor who wanted it
 * @param code why it was refused
 */
public record ControlRejected(Identity identity, String run, Instant at, String control, String actor, String code)
        implements HarborEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "control.rejected";

    /** Checks that nothing is missing. */
    public ControlRejected {
        Identity.require(identity);
        Objects.requireNonNull(run, "run");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(control, "control");
        Objects.requireNonNull(actor, "actor");
        Objects.requireNonNull(code, "code");
    }

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Optional<String> runId() {
        return Optional.of(run);
    }
}
