package dev.harbor.inspector;

import dev.harbor.identity.Identity;
import dev.harbor.journal.HeadQuery;
import dev.harbor.pause.Resolution;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Is what somebody may see and do: whose runs, and with which say. It begins with reading the runs, and nothing more.
 *
 * <p>Immutable.
 */
public final class InspectorAccess {

    private final String actor;
    private final HeadQuery whose;
    private final boolean decides;
    private final boolean steers;
    private final boolean seesTools;

    private InspectorAccess(String actor, HeadQuery whose, boolean decides, boolean steers, boolean seesTools) {
        this.actor = actor;
        this.whose = whose;
        this.decides = decides;
        this.steers = steers;
        this.seesTools = seesTools;
    }

    private static InspectorAccess of(String actor, HeadQuery whose) {
        if (actor.isBlank() || actor.length() > Resolution.MAX_ACTOR_LENGTH) {
            throw new IllegalArgumentException(
                    "an actor has 1 to " + Resolution.MAX_ACTOR_LENGTH + " characters and is not blank");
        }
        return new InspectorAccess(actor, whose, false, false, false);
    }

    /**
     * Lets somebody read the runs of every tenant.
     *
     * @param actor who it is, as decisions of this person are recorded; 1 to {@value Resolution#MAX_ACTOR_LENGTH} characters, not blank
     * @throws IllegalArgumentException if that bound is broken
     */
    public static InspectorAccess everyTenant(String actor) {
        return of(actor, HeadQuery.everyTenant());
    }

    /** Lets somebody read the runs of one tenant; see {@link #everyTenant}. Those of others are not there. */
    public static InspectorAccess tenant(String actor, String tenant) {
        return of(actor, HeadQuery.tenant(tenant));
    }

    /** Lets somebody read the runs of one user; see {@link #tenant}. */
    public static InspectorAccess user(String actor, String tenant, String user) {
        return of(actor, HeadQuery.user(tenant, user));
    }

    /** Lets somebody read the runs of one session; see {@link #tenant}. */
    public static InspectorAccess session(String actor, Identity session) {
        return of(actor, HeadQuery.session(session));
    }

    /** Also lets approve and reject what waits in those runs. */
    public InspectorAccess withDecisions() {
        return new InspectorAccess(actor, whose, true, steers, seesTools);
    }

    /** Also lets pause, resume and cancel those runs. */
    public InspectorAccess withSteering() {
        return new InspectorAccess(actor, whose, decides, true, seesTools);
    }

    /** Also lets see all tools of the runtime, their breakers, and how the sources are that they come from; these belong to no tenant. */
    public InspectorAccess withTools() {
        return new InspectorAccess(actor, whose, decides, steers, true);
    }

    String actor() {
        return actor;
    }

    HeadQuery whose() {
        return whose;
    }

    boolean decides() {
        return decides;
    }

    boolean steers() {
        return steers;
    }

    boolean seesTools() {
        return seesTools;
    }

    boolean isOfEveryTenant() {
        return whose.tenant() == null;
    }

    boolean covers(Identity identity) {
        return admits(whose.tenant(), identity.tenant())
                && admits(whose.user(), identity.user())
                && admits(whose.session(), identity.session());
    }

    /** Returns the runs of this access that are also of a tenant, and of a user of it; empty texts for any. Empty when they can't be of this access. */
    Optional<HeadQuery> narrowed(String tenant, String user) {
        String who = Objects.requireNonNullElse(whose.tenant(), tenant);
        if (!wants(tenant, whose.tenant()) || !wants(user, whose.user()) || (!user.isEmpty() && who.isEmpty())) {
            return Optional.empty();
        }
        boolean isNarrower = !who.isEmpty() && whose.user() == null;
        return Optional.of(!isNarrower ? whose : user.isEmpty() ? HeadQuery.tenant(who) : HeadQuery.user(who, user));
    }

    private static boolean wants(String wanted, @Nullable String allowed) {
        return wanted.isEmpty() || allowed == null || allowed.equals(wanted);
    }

    private static boolean admits(@Nullable String wanted, String actual) {
        return wanted == null || wanted.equals(actual);
    }

    @Override
    public String toString() {
        return "InspectorAccess[" + actor + " sees "
                + Objects.requireNonNullElse(whose.tenant(), "every tenant")
                + (decides ? ", decides" : "") + (steers ? ", steers" : "") + (seesTools ? ", sees tools" : "") + "]";
    }
}
