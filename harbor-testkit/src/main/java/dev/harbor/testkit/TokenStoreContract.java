package dev.harbor.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.access.TokenStore;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Holds an implementation of {@link TokenStore} to what every store guarantees: entries that come back as they were, changes that take place once, owners that
 * see nothing of each other, and what is there when it is opened again.
 *
 * <p>A test may open several stores; all are closed after it.
 */
public abstract class TokenStoreContract {

    private static final int RACERS = 32;
    private static final Instant NOON = Instant.parse("2031-02-03T12:00:00.123456789Z");
    private static final TokenStore.Key ADA = new TokenStore.Key("acme", "ada", "token:calendar");
    private static final TokenStore.Entry FIRST = new TokenStore.Entry("sealed-1", null);
    private static final TokenStore.Entry SECOND = new TokenStore.Entry("sealed-2", NOON);

    private final List<TokenStore> open = new ArrayList<>();

    /** Creates the suite. */
    protected TokenStoreContract() {}

    /** Returns a new, empty store. */
    protected abstract TokenStore create() throws IOException;

    /**
     * Returns one more store over what another holds, as a process does that starts after a crash or beside the first. Whatever lives in memory and ends with it
     * returns the store itself.
     */
    protected abstract TokenStore reopen(TokenStore store) throws IOException;

    @AfterEach
    void closeStores() {
        open.forEach(TokenStore::close);
    }

    private TokenStore store() throws IOException {
        return kept(create());
    }

    private TokenStore kept(TokenStore store) {
        open.add(store);
        return store;
    }

    @Test
    @DisplayName(
            "given an entry, it comes back as it was, its time to the nanosecond, and from a store that is opened later")
    void entry_comesBack() throws IOException {
        TokenStore store = store();

        assertThat(store.find(ADA)).isEmpty();
        assertThat(store.replace(ADA, null, SECOND)).isTrue();

        assertThat(store.find(ADA)).contains(SECOND);
        assertThat(kept(reopen(store)).find(ADA)).contains(SECOND);
    }

    @Test
    @DisplayName("given another entry than the expected one, nothing changes")
    void replace_withoutTheExpected_changesNothing() throws IOException {
        TokenStore store = store();

        assertThat(store.replace(ADA, FIRST, SECOND)).isFalse();
        assertThat(store.replace(ADA, FIRST, null)).isFalse();
        assertThat(store.find(ADA)).isEmpty();
        assertThat(store.replace(ADA, null, null)).isTrue();

        store.replace(ADA, null, FIRST);
        assertThat(store.replace(ADA, null, SECOND)).isFalse();
        assertThat(store.replace(ADA, null, null)).isFalse();
        assertThat(store.replace(ADA, SECOND, null)).isFalse();
        assertThat(store.find(ADA)).contains(FIRST);

        assertThat(store.replace(ADA, FIRST, SECOND)).isTrue();
        assertThat(store.find(ADA)).contains(SECOND);
    }

    @Test
    @DisplayName("given a removal, the entry is gone, and a second one finds nothing")
    void remove_isOnce() throws IOException {
        TokenStore store = store();
        store.replace(ADA, null, FIRST);

        assertThat(store.replace(ADA, FIRST, null)).isTrue();
        assertThat(store.replace(ADA, FIRST, null)).isFalse();
        assertThat(store.find(ADA)).isEmpty();
    }

    @Test
    @DisplayName("given 32 who replace one entry over two stores, one does")
    void replace_byManyAtOnce_isDoneByOne() throws IOException {
        TokenStore store = store();
        TokenStore other = kept(reopen(store));
        store.replace(ADA, null, FIRST);

        List<Boolean> won = Together.run(RACERS, number -> {
            TokenStore mine = number % 2 == 0 ? store : other;
            return mine.replace(ADA, FIRST, new TokenStore.Entry("racer-" + number, null));
        });

        assertThat(won).containsOnlyOnce(true);
        assertThat(store.find(ADA).orElseThrow().content()).startsWith("racer-");
    }

    @Test
    @DisplayName("given 32 who add one entry, one does")
    void insert_byManyAtOnce_isDoneByOne() throws IOException {
        TokenStore store = store();

        List<Boolean> won =
                Together.run(RACERS, number -> store.replace(ADA, null, new TokenStore.Entry("racer-" + number, null)));

        assertThat(won).containsOnlyOnce(true);
    }

    @Test
    @DisplayName("given another tenant, user or name, there is nothing")
    void owners_seeNothingOfEachOther() throws IOException {
        TokenStore store = store();
        store.replace(ADA, null, FIRST);

        for (TokenStore.Key other : List.of(
                new TokenStore.Key("other", "ada", ADA.name()),
                new TokenStore.Key("acme", "bob", ADA.name()),
                new TokenStore.Key("ada", "acme", ADA.name()),
                new TokenStore.Key("ACME", "ada", ADA.name()),
                new TokenStore.Key("acme", "ada", "token:mail"),
                TokenStore.Key.ofTenant("acme", ADA.name()),
                TokenStore.Key.shared(ADA.name()))) {
            assertThat(store.find(other)).as("%s", other).isEmpty();
            assertThat(store.replace(other, FIRST, null)).isFalse();
        }
        assertThat(store.find(ADA)).contains(FIRST);
    }

    @Test
    @DisplayName("given erasure, everything of the user or the tenant is gone and nothing else")
    void erase_takesTheOwners() throws IOException {
        TokenStore store = store();
        TokenStore.Key bob = new TokenStore.Key("acme", "bob", ADA.name());
        TokenStore.Key otherAda = new TokenStore.Key("other", "ada", ADA.name());
        TokenStore.Key service = TokenStore.Key.shared("client:1");
        TokenStore.Key tenant = TokenStore.Key.ofTenant("acme", ADA.name());
        for (TokenStore.Key key :
                List.of(ADA, new TokenStore.Key("acme", "ada", "token:mail"), bob, otherAda, service, tenant)) {
            store.replace(key, null, FIRST);
        }

        assertThat(store.erase("acme", "ada")).isEqualTo(2);
        assertThat(store.find(ADA)).isEmpty();
        assertThat(store.find(bob)).isPresent();
        assertThat(store.find(tenant)).isPresent();
        assertThat(store.erase("acme", null)).isEqualTo(2);
        assertThat(store.find(tenant)).isEmpty();
        assertThat(store.find(otherAda)).isPresent();
        assertThat(store.find(service)).isPresent();
    }

    @Test
    @DisplayName("given keys, those of a user or a tenant are listed page by page, each once, and no others")
    void keys_areListed_pageByPage() throws IOException {
        TokenStore store = store();
        List<TokenStore.Key> mine = new ArrayList<>();
        mine.add(TokenStore.Key.ofTenant("acme", "provider:calendar"));
        for (String user : List.of("ada", "Ada", "äda", "bob")) {
            for (int i = 0; i < 5; i++) {
                mine.add(new TokenStore.Key("acme", user, "name-" + i));
            }
        }
        mine.forEach(key -> store.replace(key, null, FIRST));
        store.replace(new TokenStore.Key("other", "ada", "name-1"), null, FIRST);
        store.replace(TokenStore.Key.shared("client:1"), null, FIRST);

        assertThat(pages(store, null)).containsExactlyInAnyOrderElementsOf(mine);
        assertThat(pages(store, "ada"))
                .containsExactlyInAnyOrderElementsOf(
                        mine.stream().filter(key -> key.user().equals("ada")).toList());
        assertThat(store.keys("nobody", null, null, 1)).isEmpty();
        assertThatThrownBy(() -> store.keys("acme", null, null, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    private static List<TokenStore.Key> pages(TokenStore store, @Nullable String user) {
        List<TokenStore.Key> all = new ArrayList<>();
        List<TokenStore.Key> page = store.keys("acme", user, null, 3);
        while (!page.isEmpty()) {
            assertThat(page).hasSizeLessThanOrEqualTo(3);
            all.addAll(page);
            page = store.keys("acme", user, page.get(page.size() - 1), 3);
        }
        return all;
    }

    @Test
    @DisplayName("given expired entries, they go when asked and no others do")
    void removeExpired_takesThoseWhoseTimeIsOver() throws IOException {
        TokenStore store = store();
        TokenStore.Key later = new TokenStore.Key("acme", "ada", "flow:later");
        TokenStore.Key forever = new TokenStore.Key("acme", "ada", "flow:forever");
        store.replace(ADA, null, SECOND);
        store.replace(later, null, new TokenStore.Entry("x", NOON.plusNanos(1)));
        store.replace(forever, null, FIRST);

        assertThat(store.removeExpired(NOON.minusNanos(1))).isZero();
        assertThat(store.removeExpired(NOON)).isEqualTo(1);
        assertThat(store.find(ADA)).isEmpty();
        assertThat(store.find(later)).isPresent();
        assertThat(store.find(forever)).isPresent();
    }

    @Test
    @DisplayName("given names and contents of every length that is allowed, they are told apart")
    void bounds_areKept() throws IOException {
        TokenStore store = store();
        String most = "é".repeat(256);
        TokenStore.Key longest = new TokenStore.Key(most, "🚀".repeat(128), "n".repeat(128));
        TokenStore.Entry largest = new TokenStore.Entry("c".repeat(TokenStore.MAX_CONTENT_LENGTH), NOON);

        assertThat(store.replace(longest, null, largest)).isTrue();

        assertThat(store.find(longest)).contains(largest);
        assertThat(store.find(new TokenStore.Key(most, "🚀".repeat(128), "n".repeat(127) + "N")))
                .isEmpty();
    }

    @Test
    @DisplayName("given a closed store, everything is refused and closing it again is fine")
    void closed_refuses() throws IOException {
        TokenStore store = create();
        store.close();
        store.close();

        assertThat(List.of(
                        refusal(() -> store.find(ADA)),
                        refusal(() -> store.replace(ADA, null, FIRST)),
                        refusal(() -> store.erase("acme", null)),
                        refusal(() -> store.keys("acme", null, null, 1)),
                        refusal(() -> store.removeExpired(NOON))))
                .containsOnly(ErrorCode.CLOSED);
    }

    private static ErrorCode refusal(Runnable action) {
        return Objects.requireNonNull(refusalOf(action), "it was not refused").code();
    }

    private static @Nullable StoreException refusalOf(Runnable action) {
        try {
            action.run();
            return null;
        } catch (StoreException e) {
            return e;
        }
    }

    @Test
    @DisplayName("given null where none is allowed, it is refused")
    void nulls_areRefused() throws IOException {
        TokenStore store = store();

        assertThatThrownBy(() -> store.find(Nothing.of())).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> store.replace(Nothing.of(), null, FIRST)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> store.erase(Nothing.of(), "ada")).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> store.removeExpired(Nothing.of())).isInstanceOf(NullPointerException.class);
    }
}
