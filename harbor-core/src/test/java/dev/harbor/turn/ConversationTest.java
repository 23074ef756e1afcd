package dev.harbor.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.history.LoopHistory.Exchange;
import dev.harbor.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ConversationTest {

    private static final Exchange FIRST = new Exchange("one", "done", Json.of(1));
    private static final Exchange SECOND = new Exchange("two", "failed", Json.NULL);

    @Test
    void nothingBefore_andNoContent_isAnEmptyObject() {
        assertThat(Conversation.input(List.of(), Json.NULL, 1000)).isEqualTo(Json.EMPTY_OBJECT);
    }

    @Test
    void whatWasSaid_isThere_theOldestFirst_withTheContent() {
        assertThat(Conversation.input(List.of(FIRST, SECOND), Json.of("c"), 1000))
                .isEqualTo(Json.parse("""
                        {"conversation":[{"user":"one","state":"done","answer":1},{"user":"two","state":"failed","answer":null}],
                         "content":"c"}"""));
    }

    @Test
    void whereThereIsNoRoom_theNewestStays_andTheRestIsCounted() {
        Json one = Conversation.input(List.of(SECOND), Json.NULL, 1000);
        assertThat(Conversation.input(List.of(FIRST, SECOND), Json.NULL, 50).toString())
                .contains("\"two\"", "\"omitted_turns\":1")
                .doesNotContain("\"one\"");
        assertThat(Conversation.input(List.of(FIRST, SECOND), Json.NULL, -1).toString())
                .isEqualTo("{\"omitted_turns\":2}");
        assertThat(one.toString()).doesNotContain("omitted");
    }
}
