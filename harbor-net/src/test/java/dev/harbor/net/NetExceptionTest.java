package dev.harbor.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.error.ErrorCode;
import dev.harbor.policy.ErrorClass;
import dev.harbor.tool.ToolException;
import dev.harbor.tool.ToolFailed;
import dev.harbor.tool.ToolTimeout;
import dev.harbor.tool.ToolUnavailable;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class NetExceptionTest {

    @ParameterizedTest(name = "{0} with status {1} is known: {2}")
    @CsvSource({
        "NOT_SENT, 0, true",
        "IN_DOUBT, 0, false",
        "ANSWERED, 200, false",
        "ANSWERED, 302, true",
        "ANSWERED, 404, true",
        "ANSWERED, 503, true"
    })
    void outcome_isKnownUnlessItIsInDoubtOrTheResultIsLost(Delivery delivery, int status, boolean known) {
        for (NetFailure failure : NetFailure.values()) {
            NetException thrown = new NetException(failure, delivery, status, null, "what", null);
            assertThat(thrown.outcomeKnown()).isEqualTo(known);
            assertThat(thrown.toToolException().outcomeKnown()).isEqualTo(known);
        }
    }

    @ParameterizedTest
    @EnumSource(NetFailure.class)
    void toolException_ofEachFailure_keepsMessageAndCause(NetFailure failure) {
        NetException thrown = NetException.unsent(failure, "what", null);
        assertThat(thrown.code()).isEqualTo(failure.code()).hasToString("NET_" + failure.name());
        assertThat(thrown.status()).isEmpty();
        assertThat(thrown.toToolException()).hasMessage("what").hasCause(thrown);
    }

    @Test
    void toolException_saysWhetherAnotherAttemptMakesSense() {
        assertThat(of(NetFailure.CONNECT_FAILED)).isInstanceOf(ToolUnavailable.class);
        assertThat(of(NetFailure.BROKEN).errorClass()).isEqualTo(ErrorClass.TRANSIENT);
        assertThat(of(NetFailure.TIMEOUT)).isInstanceOf(ToolTimeout.class);
        assertThat(of(NetFailure.EGRESS_REFUSED).errorClass()).isEqualTo(ErrorClass.PERMANENT);
        assertThat(of(NetFailure.EGRESS_REFUSED)).isInstanceOf(ToolFailed.class);
        assertThat(of(NetFailure.CANCELLED).code()).isEqualTo(ErrorCode.CANCELLED);
        ToolUnavailable busy = (ToolUnavailable)
                new NetException(NetFailure.BROKEN, Delivery.ANSWERED, 503, Duration.ofSeconds(7), "cut", null)
                        .toToolException();
        assertThat(busy.retryAfter()).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void codes_areNoneOfCore() {
        assertThat(ErrorCode.all())
                .doesNotContainAnyElementsOf(
                        Arrays.stream(NetFailure.values()).map(NetFailure::code).toList());
    }

    private static ToolException of(NetFailure failure) {
        return NetException.unsent(failure, "what", null).toToolException();
    }
}
