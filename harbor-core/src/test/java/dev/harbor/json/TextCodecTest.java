package dev.harbor.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.regex.PatternSyntaxException;
import org.junit.jupiter.api.Test;

/** Codecs of the embedder's own for values with one textual form. */
final class TextCodecTest {

    record OrderId(int number) {

        OrderId {
            if (number == 13) {
                throw new IllegalArgumentException("thirteen is unlucky");
            }
        }
    }

    record Order(OrderId id, Map<OrderId, Integer> parts) {}

    private static final Codec<OrderId> ID = Codec.ofText(
            OrderId.class,
            "an order number, such as A-17",
            "^A-[0-9]{1,5}$",
            text -> new OrderId(Integer.parseInt(text.substring(2))),
            id -> "A-" + id.number());

    private static final Codec<Order> ORDER =
            CodecFactory.standard().with(OrderId.class, ID).codec(Order.class);

    @Test
    void value_insideAnotherAndAsKey_isReadAndWritten() {
        Json json = Json.parse("{\"id\":\"A-1\",\"parts\":{\"A-2\":3}}");

        Order order = ORDER.decode(json);

        assertThat(order).isEqualTo(new Order(new OrderId(1), Map.of(new OrderId(2), 3)));
        assertThat(ORDER.encode(order)).isEqualTo(json);
    }

    @Test
    void schema_showsThePattern() {
        assertThat(ID.schema().get("pattern")).contains(Json.string("^A-[0-9]{1,5}$"));
    }

    @Test
    void text_ofAnotherSpelling_isRefusedWithWhatItMustBe() {
        assertThatExceptionOfType(InvalidJsonException.class)
                .isThrownBy(() -> ORDER.decode("{\"id\":\"B-1\",\"parts\":{}}"))
                .satisfies(e -> assertThat(e.violations())
                        .singleElement()
                        .returns("/id", Violation::pointer)
                        .returns("pattern", Violation::keyword)
                        .returns("must be an order number, such as A-17", Violation::message));
    }

    @Test
    void text_thatTheParserRefuses_isRefused() {
        assertThatThrownBy(() -> ID.decode("\"A-13\"")).isInstanceOf(InvalidJsonException.class);
    }

    @Test
    void value_thatPrintsAnythingElse_isNotWritten() {
        assertThatThrownBy(() -> ID.encode(new OrderId(-1))).isInstanceOf(InvalidJsonException.class);
    }

    @Test
    void pattern_thatIsNone_isRefusedAtOnce() {
        assertThatExceptionOfType(PatternSyntaxException.class)
                .isThrownBy(() -> Codec.ofText(OrderId.class, "an id", "(", text -> new OrderId(1), id -> ""));
    }
}
