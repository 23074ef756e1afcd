package dev.harbor.access;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Keeps entries until the process ends. Thread-safe. */
final class InMemoryTokenStore implements TokenStore {

    private static final Comparator<Key> ORDER = Comparator.comparing(Key::user).thenComparing(Key::name);

    private final Map<Key, Entry> entries = new HashMap<>();
    private boolean isClosed;

    @Override
    public synchronized Optional<Entry> find(Key key) {
        requireOpen();
        return Optional.ofNullable(entries.get(Objects.requireNonNull(key, "key")));
    }

    @Override
    public synchronized boolean replace(Key key, @Nullable Entry expected, @Nullable Entry next) {
        requireOpen();
        Entry current = entries.get(Objects.requireNonNull(key, "key"));
        if (!Objects.equals(content(current), content(expected))) {
            return false;
        }
        if (next == null) {
            entries.remove(key);
        } else {
            entries.put(key, next);
        }
        return true;
    }

    private static @Nullable String content(@Nullable Entry entry) {
        return entry == null ? null : entry.content();
    }

    @Override
    public synchronized List<Key> keys(String tenant, @Nullable String user, @Nullable Key after, int most) {
        requireOpen();
        Objects.requireNonNull(tenant, "tenant");
        if (most < 1) {
            throw new IllegalArgumentException("most must be 1 or more, got " + most);
        }
        return entries.keySet().stream()
                .filter(key -> key.tenant().equals(tenant)
                        && (user == null || key.user().equals(user)))
                .filter(key -> after == null || ORDER.compare(key, after) > 0)
                .sorted(ORDER)
                .limit(most)
                .toList();
    }

    @Override
    public long erase(String tenant, @Nullable String user) {
        Objects.requireNonNull(tenant, "tenant");
        return remove(entry -> entry.getKey().tenant().equals(tenant)
                && (user == null || entry.getKey().user().equals(user)));
    }

    @Override
    public long removeExpired(Instant moment) {
        Objects.requireNonNull(moment, "moment");
        return remove(entry -> isOver(entry.getValue().expiresAt(), moment));
    }

    private static boolean isOver(@Nullable Instant expiresAt, Instant moment) {
        return expiresAt != null && !expiresAt.isAfter(moment);
    }

    private synchronized long remove(Predicate<Map.Entry<Key, Entry>> which) {
        requireOpen();
        long before = entries.size();
        entries.entrySet().removeIf(which);
        return before - entries.size();
    }

    private void requireOpen() {
        if (isClosed) {
            throw new StoreException(ErrorCode.CLOSED, "the token store is closed");
        }
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        entries.clear();
    }
}
