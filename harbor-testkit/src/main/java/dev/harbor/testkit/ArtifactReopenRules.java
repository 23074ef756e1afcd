package dev.harbor.testkit;

import static dev.harbor.testkit.ArtifactStoreUnderTest.ADA;
import static dev.harbor.testkit.ArtifactStoreUnderTest.MANY;
import static dev.harbor.testkit.ArtifactStoreUnderTest.assertRefused;
import static dev.harbor.testkit.ArtifactStoreUnderTest.hostile;
import static dev.harbor.testkit.ArtifactStoreUnderTest.put;
import static dev.harbor.testkit.ArtifactStoreUnderTest.random;
import static dev.harbor.testkit.ArtifactStoreUnderTest.read;
import static dev.harbor.testkit.ArtifactStoreUnderTest.scope;
import static dev.harbor.testkit.ArtifactStoreUnderTest.stream;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactLimits;
import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.identity.Identity;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A store that is opened again, after the first was closed or crashed or beside it. */
abstract class ArtifactReopenRules {

    abstract ArtifactStoreUnderTest subject();

    @Test
    @DisplayName("has after reopening all that it had, with every description")
    void reopened_hasEverything() throws IOException {
        ArtifactStore store = subject().open();
        List<ArtifactInfo> all = new ArrayList<>();
        List<byte[]> contents = new ArrayList<>();
        for (String value : hostile()) {
            byte[] content = random(2_000);
            ArtifactScope scope = new ArtifactScope(Identity.of(value, "ada", value), value);
            ArtifactOptions options = ArtifactOptions.of("text/plain")
                    .filename(value.substring(0, Math.min(255, value.length())))
                    .source(Map.of("value", value));
            contents.add(content);
            all.add(store.put(scope, stream(content), options));
        }
        ArtifactStore again = subject().reopen(store);
        for (int i = 0; i < all.size(); i++) {
            ArtifactInfo info = all.get(i);
            assertThat(again.find(info.scope().identity(), info.ref())).contains(info);
            assertThat(read(again, info.scope().identity(), info.ref())).isEqualTo(contents.get(i));
        }
        assertThat(again.list(ArtifactFilter.everyTenant(), 10_000)).containsExactlyInAnyOrderElementsOf(all);
    }

    @Test
    @DisplayName("knows after reopening which bytes a session holds already")
    void reopened_storesTheSameBytesOnce() throws IOException {
        byte[] content = random(3_000);
        ArtifactStore store =
                subject().open(ArtifactLimits.builder().maxSessionBytes(3_000).build());
        ArtifactInfo first = put(store, scope("run"), content);
        subject().pass(Duration.ofDays(1));
        ArtifactStore again = subject().reopen(store);
        assertThat(put(again, scope("run"), content)).isEqualTo(first);
        put(again, scope("other"), content);
        assertThat(again.list(ArtifactFilter.session(ADA), 10)).hasSize(2);
        assertRefused(() -> put(again, scope("run"), random(8)));
    }

    @Test
    @DisplayName("remembers deletions after reopening")
    void reopened_remembersDeletions() throws IOException {
        byte[] content = random(3_000);
        ArtifactStore store = subject().open();
        ArtifactRef ref = put(store, scope("run"), content).ref();
        put(store, scope("other"), content);
        store.delete(scope("run"), ref);
        ArtifactStore again = subject().reopen(store);
        assertThat(again.list(ArtifactFilter.session(ADA), 10))
                .extracting(info -> info.scope().task())
                .containsExactly("other");
        assertThat(read(again, ADA, ref)).isEqualTo(content);
        assertThat(again.delete(scope("other"), ref)).isTrue();
        assertThat(again.find(ADA, ref)).isEmpty();
    }

    @Test
    @DisplayName("counts age over a restart")
    void reopened_countsAge() throws IOException {
        ArtifactStore store = subject()
                .open(ArtifactLimits.builder().maxAge(Duration.ofMinutes(60)).build());
        ArtifactRef ref = put(store, scope("run"), random(10)).ref();
        subject().pass(Duration.ofMinutes(59));
        assertThat(subject().reopen(store).find(ADA, ref)).isPresent();
        subject().pass(Duration.ofMinutes(1));
        assertThat(subject().reopen(store).find(ADA, ref)).isEmpty();
    }

    @Test
    @DisplayName("may be open twice over the same bytes: each sees at once what the other stored, deleted and erased")
    void openTwice_seeEachOther() throws IOException {
        ArtifactStore one = subject().open();
        ArtifactStore two = subject().reopen(one);
        byte[] content = random(3_000);
        ArtifactInfo info = put(one, scope("run"), content);
        assertThat(put(two, scope("run"), content)).isEqualTo(info);
        put(two, scope("other"), content);
        assertThat(one.list(ArtifactFilter.session(ADA), 10)).hasSize(2);
        assertThat(one.delete(scope("run"), info.ref())).isTrue();
        assertThat(two.find(ADA, info.ref())).map(each -> each.scope().task()).contains("other");
        assertThat(two.erase(ArtifactFilter.tenant("acme"))).isEqualTo(1);
        assertThat(one.find(ADA, info.ref())).isEmpty();
        assertThat(read(one, ADA, put(one, scope("run"), content).ref())).isEqualTo(content);
    }

    @Test
    @DisplayName("loses nothing when two stores over the same bytes store, delete and erase at once")
    void openTwice_underContention_loseNothing() throws Exception {
        ArtifactStore one = subject().open();
        ArtifactStore two = subject().reopen(one);
        byte[] content = random(20_000);
        Together.run(MANY, i -> {
            ArtifactStore mine = i % 2 == 0 ? one : two;
            ArtifactStore theirs = i % 2 == 0 ? two : one;
            ArtifactScope scope = scope("run" + i);
            for (int round = 0; round < 6; round++) {
                ArtifactRef ref = put(mine, scope, content).ref();
                assertThat(theirs.list(ArtifactFilter.task(scope), 10)).hasSize(1);
                assertThat(read(theirs, ADA, ref)).isEqualTo(content);
                if (round % 2 == 0) {
                    assertThat(theirs.delete(scope, ref)).isTrue();
                } else {
                    assertThat(theirs.erase(ArtifactFilter.task(scope))).isEqualTo(1);
                }
            }
            return i;
        });
        assertThat(one.list(ArtifactFilter.everyTenant(), 10)).isEmpty();
        byte[] last = random(100);
        assertThat(read(two, ADA, put(one, scope("run"), last).ref())).isEqualTo(last);
    }
}
