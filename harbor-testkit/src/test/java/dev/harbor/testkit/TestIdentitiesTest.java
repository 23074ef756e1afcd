package dev.harbor.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.harbor.identity.Identity;
import dev.harbor.identity.IdentityException;
import dev.harbor.identity.RunIdentity;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class TestIdentitiesTest {

    @Test
    void identity_default_isAFixedTriple() {
        assertThat(TestIdentities.DEFAULT)
                .isEqualTo(Identity.of("tenant-of-tests", "user-of-tests", "session-of-tests"));
        assertThat(TestIdentities.run().identity()).isEqualTo(TestIdentities.DEFAULT);
    }

    @Test
    void runs_madeAtOnce_haveUniqueIds() {
        List<List<String>> ids = Together.run(
                16,
                number -> IntStream.range(0, 100)
                        .mapToObj(i -> TestIdentities.run().runId())
                        .toList());

        assertThat(ids.stream().flatMap(List::stream)).hasSize(1_600).doesNotHaveDuplicates();
    }

    @Test
    void identities_unique_shareNoComponent() {
        List<Identity> identities = TestIdentities.unique(50);

        assertThat(identities.stream().flatMap(each -> Stream.of(each.tenant(), each.user(), each.session())))
                .hasSize(150)
                .doesNotHaveDuplicates()
                .allMatch(component -> component.length() >= Leaks.MIN_LENGTH);
        assertThatIllegalArgumentException().isThrownBy(() -> TestIdentities.unique(0));
    }

    @Test
    void run_ofNothing_isRefused() {
        assertThatExceptionOfType(IdentityException.class).isThrownBy(() -> TestIdentities.run(Nothing.of()));
    }

    @Test
    void run_ofIdentity_belongsToIt() {
        Identity ada = Identity.of("acme", "ada", "s");
        RunIdentity run = TestIdentities.run(ada);

        assertThat(run.identity()).isEqualTo(ada);
        assertThat(run).isNotEqualTo(TestIdentities.run(ada));
    }
}
