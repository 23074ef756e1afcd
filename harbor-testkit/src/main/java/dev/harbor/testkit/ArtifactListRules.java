package dev.harbor.testkit;

import static dev.harbor.testkit.ArtifactStoreUnderTest.ADA;
import static dev.harbor.testkit.ArtifactStoreUnderTest.put;
import static dev.harbor.testkit.ArtifactStoreUnderTest.random;
import static dev.harbor.testkit.ArtifactStoreUnderTest.read;
import static dev.harbor.testkit.ArtifactStoreUnderTest.ref;
import static dev.harbor.testkit.ArtifactStoreUnderTest.scope;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.identity.Identity;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Listing and erasing by filter. */
abstract class ArtifactListRules {

    abstract ArtifactStoreUnderTest subject();

    @Test
    @DisplayName("lists what a filter selects, newest first, ties by reference, and no more than asked for")
    void list_filtersAndOrders() throws IOException {
        ArtifactStore store = subject().open();
        List<ArtifactInfo> all = populate(store);
        for (ArtifactFilter filter : filters()) {
            List<ArtifactInfo> expected =
                    all.stream().filter(info -> filter.matches(info.scope())).toList();
            assertThat(store.list(filter, 10_000)).isEqualTo(expected);
            assertThat(store.list(filter, 3)).isEqualTo(expected.subList(0, Math.min(3, expected.size())));
        }
    }

    @Test
    @DisplayName("refuses a limit of zero, a negative one and one beyond 10,000")
    void list_withLimitOutOfBounds_isRefused() throws IOException {
        ArtifactStore store = subject().open();
        for (int limit : new int[] {Integer.MIN_VALUE, -1, 0, 10_001, Integer.MAX_VALUE}) {
            assertThatThrownBy(() -> store.list(ArtifactFilter.everyTenant(), limit))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("10000");
        }
    }

    @Test
    @DisplayName("erases what a filter selects, counts it and leaves the rest whole")
    void erase_removesExactlyWhatIsSelected() throws IOException {
        for (ArtifactFilter filter : filters()) {
            ArtifactStore store = subject().open();
            List<ArtifactInfo> all = populate(store);
            List<ArtifactInfo> kept = new ArrayList<>(all);
            kept.removeIf(info -> filter.matches(info.scope()));
            assertThat(store.erase(filter)).isEqualTo(all.size() - kept.size());
            assertThat(store.list(ArtifactFilter.everyTenant(), 10_000)).isEqualTo(kept);
            for (ArtifactInfo info : kept) {
                assertThat(ref(read(store, info.scope().identity(), info.ref())))
                        .isEqualTo(info.ref());
            }
            assertThat(store.erase(filter)).isZero();
        }
    }

    private List<ArtifactInfo> populate(ArtifactStore store) throws IOException {
        List<ArtifactInfo> all = new ArrayList<>();
        byte[] shared = random(700);
        for (String tenant : List.of("acme", "rival")) {
            for (String user : List.of("ada", "eve")) {
                for (String session : List.of("s1", "s2")) {
                    for (String task : List.of("run", "other")) {
                        ArtifactScope scope = new ArtifactScope(Identity.of(tenant, user, session), task);
                        all.add(put(store, scope, shared));
                        all.add(put(store, scope, random(300)));
                        subject().pass(Duration.ofMillis(1));
                    }
                }
            }
        }
        all.sort(Comparator.comparing(ArtifactInfo::createdAt)
                .reversed()
                .thenComparing(info -> info.ref().id()));
        return all;
    }

    private static List<ArtifactFilter> filters() {
        return List.of(
                ArtifactFilter.task(scope("run")),
                ArtifactFilter.task(scope("none")),
                ArtifactFilter.session(ADA),
                ArtifactFilter.session(Identity.of("acme", "ada", "none")),
                ArtifactFilter.user("acme", "ada"),
                ArtifactFilter.user("acme", "none"),
                ArtifactFilter.tenant("rival"),
                ArtifactFilter.tenant("none"),
                ArtifactFilter.everyTenant());
    }
}
