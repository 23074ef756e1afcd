package dev.harbor.benchmarks;

import dev.harbor.json.Codec;
import dev.harbor.json.Json;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The codecs alone: text to a checked value, and a value to text. */
@State(Scope.Benchmark)
public class CodecBenchmark {

    private final Codec<Add> add = Codec.of(Add.class);
    private final Codec<Refund> refund = Codec.of(Refund.class);
    private final Add numbers = add.decode(Add.JSON);
    private final Refund request = refund.decode(Refund.JSON);
    private final String addText = Add.JSON;
    private final String refundText = Refund.JSON;

    /** Reads two fields. */
    @Benchmark
    public Object decodeAdd() {
        return add.decode(Json.lazy(addText));
    }

    /** Reads 300 bytes. */
    @Benchmark
    public Object decodeRefund() {
        return refund.decode(Json.lazy(refundText));
    }

    /** Writes two fields. */
    @Benchmark
    public String encodeAdd() {
        return add.encode(numbers).toString();
    }

    /** Writes 300 bytes. */
    @Benchmark
    public String encodeRefund() {
        return refund.encode(request).toString();
    }
}
