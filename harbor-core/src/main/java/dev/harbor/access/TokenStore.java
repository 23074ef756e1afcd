package dev.harbor.access;

import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Keeps small sealed texts by owner and name, such as the tokens of a person and the consents that are under way. What it keeps is sealed before it comes here
 * and bound to its key, so that it says nothing to who reads the medium and opens under no other key.
 *
 * <p>Every change is one {@link #replace}, which takes place only if the entry is still what the caller has seen; that holds over all threads, and over all
 * processes that share the medium. Implementations must be thread-safe; they may block.
 */
public interface TokenStore extends AutoCloseable {

    /** The most characters of a content. */
    int MAX_CONTENT_LENGTH = 256 << 10;

    /**
     * Returns an entry; empty when there is none. One whose time is over may still be there.
     *
     * @throws StoreException if the store fails or is closed
     */
    Optional<Entry> find(Key key);

    /**
     * Replaces an entry if it is still the one that is expected, and tells whether it was. Durable when it returns, if the medium is.
     *
     * @param expected what the caller has seen there, or null for nothing; compared by its content
     * @param next what is to be there, or null to remove the entry
     * @throws StoreException if the store fails or is closed
     */
    boolean replace(Key key, @Nullable Entry expected, @Nullable Entry next);

    /**
     * Returns the keys of one user, or of a whole tenant, page by page and each once, in an order of the store's own.
     *
     * @param user the user, or null for the whole tenant with what belongs to no user of it
     * @param after the last key of the page before, or null for the first page
     * @param most how many, 1 or more
     * @throws IllegalArgumentException if it is less than 1
     * @throws StoreException if the store fails or is closed
     */
    List<Key> keys(String tenant, @Nullable String user, @Nullable Key after, int most);

    /**
     * Removes everything of one user, or of a whole tenant with what belongs to no user of it, and returns how much that was.
     *
     * @param user the user, or null for the whole tenant
     * @throws StoreException if the store fails or is closed
     */
    long erase(String tenant, @Nullable String user);

    /**
     * Removes what has expired at or before a moment, and returns how much that was.
     *
     * @throws StoreException if the store fails or is closed
     */
    long removeExpired(Instant moment);

    /** Ends the use of the store. May be called more than once. */
    @Override
    void close();

    /** Returns a store in memory, for tests and for services whose people consent anew after each start. */
    static TokenStore inMemory() {
        return new InMemoryTokenStore();
    }

    /**
     * Names an entry. Immutable.
     *
     * @param tenant whose it is; empty for what belongs to the service itself
     * @param user whose it is; empty for what belongs to the tenant as a whole, or to the service itself
     * @param name what it is, 1 to 128 printable ASCII characters without blanks; no secret
     */
    record Key(String tenant, String user, String name) {

        private static final Pattern NAME = Pattern.compile("[\\x21-\\x7e]{1,128}");

        /**
         * Checks the spelling.
         *
         * @throws IllegalArgumentException if a user has no tenant, one of them is too long, or the name is not spelled as allowed
         */
        public Key {
            Objects.requireNonNull(tenant, "tenant");
            Objects.requireNonNull(user, "user");
            if (tenant.isEmpty() && !user.isEmpty()) {
                throw new IllegalArgumentException("an entry of a user belongs to a tenant");
            }
            if (tenant.length() > Identity.MAX_LENGTH || user.length() > Identity.MAX_LENGTH) {
                throw new IllegalArgumentException(
                        "tenant and user have at most " + Identity.MAX_LENGTH + " characters");
            }
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException("the name of an entry must match " + NAME.pattern());
            }
        }

        /** Returns the key of what belongs to the user of an identity, in whatever session. */
        public static Key of(Identity identity, String name) {
            return new Key(identity.tenant(), identity.user(), name);
        }

        /**
         * Returns the key of what belongs to a tenant as a whole.
         *
         * @throws IllegalArgumentException if the tenant is empty or too long, or the name is not spelled as allowed
         */
        public static Key ofTenant(String tenant, String name) {
            if (tenant.isEmpty()) {
                throw new IllegalArgumentException("the tenant is missing");
            }
            return new Key(tenant, "", name);
        }

        /** Returns the key of what belongs to the service itself. */
        public static Key shared(String name) {
            return new Key("", "", name);
        }
    }

    /**
     * Is what a store keeps. Immutable.
     *
     * @param content 1 to {@value TokenStore#MAX_CONTENT_LENGTH} characters of ASCII, sealed
     * @param expiresAt when it may be removed, or null when it stays
     */
    record Entry(String content, @Nullable Instant expiresAt) {

        /**
         * Checks the bounds.
         *
         * @throws IllegalArgumentException if the content is empty, too long or not ASCII
         */
        public Entry {
            if (content.isEmpty() || content.length() > MAX_CONTENT_LENGTH) {
                throw new IllegalArgumentException(
                        "a content has 1 to " + MAX_CONTENT_LENGTH + " characters, got " + content.length());
            }
            if (content.chars().anyMatch(c -> c < 0x20 || c > 0x7e)) {
                throw new IllegalArgumentException("a content is printable ASCII");
            }
        }

        /** Leaves the content out. */
        @Override
        public String toString() {
            return "Entry[" + content.length() + " characters, expires " + expiresAt + "]";
        }
    }
}
