package dev.harbor.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.harbor.benchmarks.DispatchBenchmark.Contender;
import dev.harbor.benchmarks.DispatchBenchmark.Payload;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class DispatchBenchmarkTest {

    @ParameterizedTest
    @MethodSource("pairs")
    void call_byEveryContender_doesTheSameWork(Contender contender, Payload payload) {
        DispatchBenchmark benchmark = new DispatchBenchmark();
        benchmark.contender = contender;
        benchmark.payload = payload;

        benchmark.prepare();

        assertThat(benchmark.call()).isEqualTo(payload == Payload.ADD ? Add.Sum.JSON : Refund.Receipt.JSON);
    }

    static Stream<Arguments> pairs() {
        return Arrays.stream(Contender.values())
                .flatMap(who -> Arrays.stream(Payload.values()).map(what -> Arguments.of(who, what)));
    }

    @Test
    void check_ofAnotherAnswer_isRefused() {
        assertThatIllegalStateException().isThrownBy(() -> Payload.ADD.check("{\"sum\": 42}"));
    }

    @Test
    void refund_arguments_have300Bytes() {
        assertThat(Refund.JSON).hasSize(300);
    }
}
