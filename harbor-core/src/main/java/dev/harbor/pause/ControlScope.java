package dev.harbor.pause;

import dev.harbor.identity.Identity;
import java.util.Optional;

/** Is how much say somebody has over a run; each includes those before it. Immutable. */
public enum ControlScope {
    /** Somebody in the session of the run. */
    SESSION_USER,
    /** The user whose run it is, in the session of the run. */
    OWNER_USER,
    /** An operator. */
    ADMIN;

    /** Returns the scope that one identity has over the runs of another; empty when it has none. No identity is an operator. */
    public static Optional<ControlScope> of(Identity caller, Identity owner) {
        if (!caller.tenant().equals(owner.tenant()) || !caller.session().equals(owner.session())) {
            return Optional.empty();
        }
        return Optional.of(caller.user().equals(owner.user()) ? OWNER_USER : SESSION_USER);
    }

    /** Tells whether this is enough for what takes another one. */
    public boolean includes(ControlScope least) {
        return compareTo(least) >= 0;
    }
}
