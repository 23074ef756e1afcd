package dev.harbor.artifact;

import dev.harbor.identity.Identity;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Selects artifacts to list or erase. There is no empty filter: to see more than one tenant one has to say {@link #everyTenant()}.
 *
 * <p>Immutable.
 */
public final class ArtifactFilter {

    private final @Nullable String tenant;
    private final @Nullable String user;
    private final @Nullable String session;
    private final @Nullable String task;

    private ArtifactFilter(
            @Nullable String tenant, @Nullable String user, @Nullable String session, @Nullable String task) {
        this.tenant = tenant;
        this.user = user;
        this.session = session;
        this.task = task;
    }

    /** Selects what one task of a session stored. */
    public static ArtifactFilter task(ArtifactScope scope) {
        Identity owner = scope.identity();
        return new ArtifactFilter(owner.tenant(), owner.user(), owner.session(), scope.task());
    }

    /** Selects everything of a session. */
    public static ArtifactFilter session(Identity identity) {
        return new ArtifactFilter(identity.tenant(), identity.user(), identity.session(), null);
    }

    /** Selects everything of a user. */
    public static ArtifactFilter user(String tenant, String user) {
        return new ArtifactFilter(
                Objects.requireNonNull(tenant, "tenant"), Objects.requireNonNull(user, "user"), null, null);
    }

    /** Selects everything of a tenant. */
    public static ArtifactFilter tenant(String tenant) {
        return new ArtifactFilter(Objects.requireNonNull(tenant, "tenant"), null, null, null);
    }

    /** Selects everything in the store, for operators. */
    public static ArtifactFilter everyTenant() {
        return new ArtifactFilter(null, null, null, null);
    }

    /** Tells whether an artifact of that scope is selected. */
    public boolean matches(ArtifactScope scope) {
        Identity owner = scope.identity();
        return admits(tenant, owner.tenant())
                && admits(user, owner.user())
                && admits(session, owner.session())
                && admits(task, scope.task());
    }

    /** Returns the tenant, or null for all. */
    public @Nullable String tenant() {
        return tenant;
    }

    /** Returns the user, or null for all. */
    public @Nullable String user() {
        return user;
    }

    /** Returns the session, or null for all. */
    public @Nullable String session() {
        return session;
    }

    /** Returns the task, or null for all. */
    public @Nullable String task() {
        return task;
    }

    private static boolean admits(@Nullable String wanted, String actual) {
        return wanted == null || wanted.equals(actual);
    }
}
