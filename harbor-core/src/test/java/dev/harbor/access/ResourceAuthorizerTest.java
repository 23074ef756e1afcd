package dev.harbor.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.access.ConsentProvider.Consent;
import dev.harbor.error.ErrorCode;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ResourceAuthorizerTest {

    private static final Identity ADA = Identity.of("acme", "ada", "session-1");
    private static final URI RESOURCE = URI.create("https://api.example.org/mcp");

    @Test
    void none_whateverTheResourceSays_hasNoTokenAndGetsNone() {
        ResourceAuthorizer none = ResourceAuthorizer.none();

        assertThat(none.token(RESOURCE, ADA)).isEmpty();
        assertThat(none.challenged(RESOURCE, ADA, null, 401, List.of("Bearer"))).isFalse();
    }

    @Test
    void none_givenNull_refuses() {
        ResourceAuthorizer none = ResourceAuthorizer.none();

        assertThatThrownBy(() -> none.token(null, ADA)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> none.token(RESOURCE, null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> none.challenged(RESOURCE, ADA, null, 401, null))
                .isInstanceOf(NullPointerException.class);
    }

    @Test
    void consentRequired_always_saysWhatThePersonIsTold() {
        Consent consent = new Consent("grant access to the calendar", Json.parse("{\"provider\":\"calendar\"}"));

        ConsentRequired thrown = new ConsentRequired(consent);

        assertThat(thrown.code()).isEqualTo(ErrorCode.CONSENT_REQUIRED);
        assertThat(thrown).hasMessage("grant access to the calendar");
        assertThat(thrown.consent()).isSameAs(consent);
        assertThatThrownBy(() -> new ConsentRequired(null)).isInstanceOf(NullPointerException.class);
    }
}
