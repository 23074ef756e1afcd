package dev.harbor.journal;

import dev.harbor.identity.Identity;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Selects streams by their heads. There is no empty query: to see more than one tenant one has to say {@link #everyTenant()}.
 *
 * <p>Immutable.
 */
public final class HeadQuery {

    /** The most heads that one query may return. */
    public static final int MAX_LIMIT = 10_000;

    private final @Nullable String tenant;
    private final @Nullable String user;
    private final @Nullable String session;
    private final Set<String> states;
    private final @Nullable Instant dueBy;
    private final Map<String, String> keys;
    private final int limit;

    private HeadQuery(
            @Nullable String tenant,
            @Nullable String user,
            @Nullable String session,
            Set<String> states,
            @Nullable Instant dueBy,
            Map<String, String> keys,
            int limit) {
        this.tenant = tenant;
        this.user = user;
        this.session = session;
        this.states = Set.copyOf(states);
        this.dueBy = dueBy;
        this.keys = Map.copyOf(keys);
        this.limit = limit;
    }

    /** Selects the streams of a session. */
    public static HeadQuery session(Identity identity) {
        return of(identity.tenant(), identity.user(), identity.session());
    }

    /** Selects the streams of a user. */
    public static HeadQuery user(String tenant, String user) {
        return of(Objects.requireNonNull(tenant, "tenant"), Objects.requireNonNull(user, "user"), null);
    }

    /** Selects the streams of a tenant. */
    public static HeadQuery tenant(String tenant) {
        return of(Objects.requireNonNull(tenant, "tenant"), null, null);
    }

    /** Selects every stream, for operators and for the recovery of a process. */
    public static HeadQuery everyTenant() {
        return of(null, null, null);
    }

    private static HeadQuery of(@Nullable String tenant, @Nullable String user, @Nullable String session) {
        return new HeadQuery(tenant, user, session, Set.of(), null, Map.of(), MAX_LIMIT);
    }

    /** Returns this query for streams in one of some states. */
    public HeadQuery states(String... wanted) {
        return new HeadQuery(tenant, user, session, Set.of(wanted), dueBy, keys, limit);
    }

    /** Returns this query for streams whose wake-up time has come. */
    public HeadQuery dueBy(Instant time) {
        return new HeadQuery(tenant, user, session, states, Objects.requireNonNull(time, "time"), keys, limit);
    }

    /** Returns this query for streams with a key. */
    public HeadQuery key(String key, String value) {
        return new HeadQuery(tenant, user, session, states, dueBy, Map.of(key, value), limit);
    }

    /**
     * Returns this query for so many streams at most.
     *
     * @throws IllegalArgumentException if the limit is not 1 to {@value #MAX_LIMIT}
     */
    public HeadQuery limit(int most) {
        if (most < 1 || most > MAX_LIMIT) {
            throw new IllegalArgumentException("limit must be 1 to " + MAX_LIMIT + ", got " + most);
        }
        return new HeadQuery(tenant, user, session, states, dueBy, keys, most);
    }

    /** Tells whether a head is selected. */
    public boolean matches(StreamHead head) {
        Identity owner = head.identity();
        return admits(tenant, owner.tenant())
                && admits(user, owner.user())
                && admits(session, owner.session())
                && (states.isEmpty() || states.contains(head.state()))
                && isDue(head.wakeAt())
                && head.keys().entrySet().containsAll(keys.entrySet());
    }

    private boolean isDue(@Nullable Instant wakeAt) {
        return dueBy == null || (wakeAt != null && !wakeAt.isAfter(dueBy));
    }

    private static boolean admits(@Nullable String wanted, String actual) {
        return wanted == null || wanted.equals(actual);
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

    /** Returns the states; empty for any. */
    public Set<String> states() {
        return states;
    }

    /** Returns the time by which the wake-up time must have come, or null for any. */
    public @Nullable Instant dueBy() {
        return dueBy;
    }

    /** Returns the keys; empty for any. */
    public Map<String, String> keys() {
        return keys;
    }

    /** Returns how many heads are returned at most. */
    public int limit() {
        return limit;
    }
}
