package dev.harbor.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.error.HarborException;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class CredentialProviderTest {

    private static final String VALUE = "s3cr3t-value";
    private static final Identity ADA = Identity.of("acme", "ada", "s1");

    @Test
    void secret_shownInAnyWay_hidesItsValue() {
        Secret secret = Secret.of(VALUE);

        assertThat(secret.reveal()).isEqualTo(VALUE);
        assertThat(secret.toString() + secret.hashCode()).doesNotContain(VALUE);
        assertThat(String.valueOf(Map.of("a", secret))).doesNotContain(VALUE);
        assertThatThrownBy(() -> Json.of(secret))
                .isInstanceOf(HarborException.class)
                .hasMessageNotContaining(VALUE);
    }

    @Test
    void secrets_ofOneValue_areEqual_andOthersAreNot() {
        assertThat(Secret.of(VALUE)).isEqualTo(Secret.of(VALUE)).hasSameHashCodeAs(Secret.of(VALUE));
        assertThat(Secret.of(VALUE)).isNotEqualTo(Secret.of(VALUE + "x")).isNotEqualTo(VALUE);
    }

    @Test
    void secret_thatIsEmpty_isRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Secret.of(""));
    }

    @Test
    void fixed_hasWhatItWasGiven_forEverybody_andShowsNamesOnly() {
        CredentialProvider provider = CredentialProvider.of(Map.of("shop", VALUE));

        assertThat(provider.find("shop", ADA)).contains(Secret.of(VALUE));
        assertThat(provider.find("other", ADA)).isEmpty();
        assertThat(provider.isKnown("shop")).isTrue();
        assertThat(provider.isKnown("other")).isFalse();
        assertThat(provider.renew("shop", ADA, Secret.of(VALUE))).isFalse();
        assertThat(provider.toString()).contains("shop").doesNotContain(VALUE);
        assertThat(CredentialProvider.none().isKnown("shop")).isFalse();
    }

    @Test
    void environment_hasSetVariables_andNoEmptyOnes() {
        CredentialProvider provider = new EnvironmentCredentials(Map.of("SHOP", VALUE, "EMPTY", "")::get);

        assertThat(provider.find("SHOP", ADA)).contains(Secret.of(VALUE));
        assertThat(provider.find("EMPTY", ADA)).isEmpty();
        assertThat(provider.isKnown("EMPTY")).isFalse();
        assertThat(provider.isKnown("NONE")).isFalse();
        assertThat(provider.toString()).doesNotContain(VALUE);
        assertThat(CredentialProvider.environment().isKnown("PATH")).isTrue();
    }
}
