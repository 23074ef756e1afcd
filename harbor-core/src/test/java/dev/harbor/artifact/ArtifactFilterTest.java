package dev.harbor.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.harbor.identity.Identity;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a filter selects, spelled out: the rules of a store are judged by it. */
final class ArtifactFilterTest {

    private static final ArtifactScope MINE = scope("acme", "ada", "s1", "run");

    private static ArtifactScope scope(String tenant, String user, String session, String task) {
        return new ArtifactScope(Identity.of(tenant, user, session), task);
    }

    @ParameterizedTest
    @CsvSource({
        "acme,  ada, s1, run,   true,  true,  true,  true",
        "acme,  ada, s1, other, false, true,  true,  true",
        "acme,  ada, s2, run,   false, false, true,  true",
        "acme,  eve, s1, run,   false, false, false, true",
        "rival, ada, s1, run,   false, false, false, false",
        "ACME,  ada, s1, run,   false, false, false, false",
    })
    void filter_selectsWhatAgreesInEachComponentThatItNames(
            String tenant,
            String user,
            String session,
            String task,
            boolean byTask,
            boolean bySession,
            boolean byUser,
            boolean byTenant) {
        ArtifactScope other = scope(tenant, user, session, task);

        assertThat(ArtifactFilter.task(MINE).matches(other)).isEqualTo(byTask);
        assertThat(ArtifactFilter.session(MINE.identity()).matches(other)).isEqualTo(bySession);
        assertThat(ArtifactFilter.user("acme", "ada").matches(other)).isEqualTo(byUser);
        assertThat(ArtifactFilter.tenant("acme").matches(other)).isEqualTo(byTenant);
        assertThat(ArtifactFilter.everyTenant().matches(other)).isTrue();
    }

    @Test
    @SuppressWarnings("NullAway") // the point
    void filter_withNothingWhereAnOwnerBelongs_isRefused_andDoesNotSelectEverything() {
        List<ThrowingCallable> all = List.of(
                () -> ArtifactFilter.tenant(null),
                () -> ArtifactFilter.user(null, "ada"),
                () -> ArtifactFilter.user("acme", null),
                () -> ArtifactFilter.session(null),
                () -> ArtifactFilter.task(null));

        assertThat(all).allSatisfy(each -> assertThatNullPointerException().isThrownBy(each));
    }

    @Test
    void everyTenant_isTheOnlyFilterThatNamesNoOwner() {
        Stream<String> withoutArguments = Arrays.stream(ArtifactFilter.class.getDeclaredMethods())
                .filter(method -> Modifier.isStatic(method.getModifiers()) && Modifier.isPublic(method.getModifiers()))
                .filter(method -> method.getParameterCount() == 0)
                .map(method -> method.getName());

        assertThat(withoutArguments).containsExactly("everyTenant");
        assertThat(ArtifactFilter.class.getConstructors()).isEmpty();
    }
}
