package dev.harbor.journal;

import dev.harbor.identity.Identity;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Selects streams by their heads and claims; what is not asked for matters not. There is no empty query: to see more than one tenant one has to say
 * {@link #everyTenant()}.
 *
 * <p>Immutable.
 */
public final class HeadQuery {

    /** The most streams that one query may return. */
    public static final int MAX_LIMIT = 10_000;

    private static final Page FIRST_PAGE = new Page("", MAX_LIMIT);

    private final Owner owner;
    private final Set<String> states;
    private final @Nullable Instant dueBy;
    private final @Nullable Instant unclaimedBy;
    private final Map<String, String> keys;
    private final Page page;

    private record Owner(
            @Nullable String tenant,
            @Nullable String user,
            @Nullable String session) {

        boolean owns(Identity identity) {
            return admits(tenant, identity.tenant())
                    && admits(user, identity.user())
                    && admits(session, identity.session());
        }

        private static boolean admits(@Nullable String wanted, String actual) {
            return wanted == null || wanted.equals(actual);
        }
    }

    private record Page(String after, int limit) {}

    private HeadQuery(
            Owner owner,
            Set<String> states,
            @Nullable Instant dueBy,
            @Nullable Instant unclaimedBy,
            Map<String, String> keys,
            Page page) {
        this.owner = owner;
        this.states = Set.copyOf(states);
        this.dueBy = dueBy;
        this.unclaimedBy = unclaimedBy;
        this.keys = Map.copyOf(keys);
        this.page = page;
    }

    /** Selects the streams of a session. */
    public static HeadQuery session(Identity identity) {
        return of(new Owner(identity.tenant(), identity.user(), identity.session()));
    }

    /** Selects the streams of a user. */
    public static HeadQuery user(String tenant, String user) {
        return of(new Owner(Objects.requireNonNull(tenant, "tenant"), Objects.requireNonNull(user, "user"), null));
    }

    /** Selects the streams of a tenant. */
    public static HeadQuery tenant(String tenant) {
        return of(new Owner(Objects.requireNonNull(tenant, "tenant"), null, null));
    }

    /** Selects every stream, for operators and for the recovery of a process. */
    public static HeadQuery everyTenant() {
        return of(new Owner(null, null, null));
    }

    private static HeadQuery of(Owner owner) {
        return new HeadQuery(owner, Set.of(), null, null, Map.of(), FIRST_PAGE);
    }

    /** Returns this query for streams in one of some states. */
    public HeadQuery states(String... wanted) {
        return new HeadQuery(owner, Set.of(wanted), dueBy, unclaimedBy, keys, page);
    }

    /** Returns this query for streams whose wake-up time has come at a moment; one without a wake-up time is never due. */
    public HeadQuery dueBy(Instant moment) {
        return new HeadQuery(owner, states, Objects.requireNonNull(moment, "moment"), unclaimedBy, keys, page);
    }

    /**
     * Returns this query for streams that nobody holds at a moment: never claimed, released, or with a claim that has run out. With states that mean "being
     * worked on" it finds what a dead process left behind.
     */
    public HeadQuery unclaimedBy(Instant moment) {
        return new HeadQuery(owner, states, dueBy, Objects.requireNonNull(moment, "moment"), keys, page);
    }

    /** Returns this query for streams with one more key of a certain value. */
    public HeadQuery key(String key, String value) {
        Map<String, String> more = new HashMap<>(keys);
        more.put(Objects.requireNonNull(key, "key"), Objects.requireNonNull(value, "value"));
        return new HeadQuery(owner, states, dueBy, unclaimedBy, more, page);
    }

    /** Returns this query for streams whose names come after a name, for reading page by page. */
    public HeadQuery after(String stream) {
        return new HeadQuery(
                owner,
                states,
                dueBy,
                unclaimedBy,
                keys,
                new Page(Objects.requireNonNull(stream, "stream"), page.limit()));
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
        return new HeadQuery(owner, states, dueBy, unclaimedBy, keys, new Page(page.after(), most));
    }

    /** Tells whether a stream is selected, wherever the limit would cut. */
    public boolean matches(StreamInfo stream) {
        StreamHead head = stream.head();
        return owner.owns(head.identity())
                && (states.isEmpty() || states.contains(head.state()))
                && isDue(head.wakeAt())
                && isUnclaimed(stream.claim())
                && head.keys().entrySet().containsAll(keys.entrySet())
                && StreamHead.NAME_ORDER.compare(head.stream(), page.after()) > 0;
    }

    private boolean isDue(@Nullable Instant wakeAt) {
        return dueBy == null || (wakeAt != null && !wakeAt.isAfter(dueBy));
    }

    private boolean isUnclaimed(@Nullable Claim claim) {
        return unclaimedBy == null || claim == null || !claim.isLive(unclaimedBy);
    }

    /** Returns the tenant, or null for all. */
    public @Nullable String tenant() {
        return owner.tenant();
    }

    /** Returns the user, or null for all. */
    public @Nullable String user() {
        return owner.user();
    }

    /** Returns the session, or null for all. */
    public @Nullable String session() {
        return owner.session();
    }

    /** Returns the states; empty for any. */
    public Set<String> states() {
        return states;
    }

    /** Returns the moment at which the wake-up time must have come, or null for any. */
    public @Nullable Instant dueBy() {
        return dueBy;
    }

    /** Returns the moment at which nobody may hold the stream, or null for any. */
    public @Nullable Instant unclaimedBy() {
        return unclaimedBy;
    }

    /** Returns the keys that a stream must all have; empty for any. */
    public Map<String, String> keys() {
        return keys;
    }

    /** Returns the name that the names must come after; empty for all. */
    public String after() {
        return page.after();
    }

    /** Returns how many streams are returned at most. */
    public int limit() {
        return page.limit();
    }
}
