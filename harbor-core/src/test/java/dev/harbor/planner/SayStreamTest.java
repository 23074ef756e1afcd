package dev.harbor.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class SayStreamTest {

    static Stream<Arguments> answers() {
        return Stream.of(
                Arguments.of("{\"say\":\"hello\",\"action\":\"finish\",\"result\":1}", "hello"),
                Arguments.of(
                        "{\"thought\":\"say\",\"say\":\"a \\\"b\\\" \\n \\u00e9 \\ud83d\\ude80 \ud83d\ude80\"}",
                        "a \"b\" \n \u00e9 \ud83d\ude80 \ud83d\ude80"),
                Arguments.of("```json\n{ \"action\" : \"call\" , \"say\" : \"now\" }\n```", "now"),
                Arguments.of("<think>{\"say\":\"no\"}</think>\n{\"say\":\"yes\"}", "yes"),
                Arguments.of("<think>a<b>{\"say\":\"no\"}</think>{\"say\":\"yes\"}", "yes"),
                Arguments.of("I say: {\"say\":\"yes\"}{\"say\":\"no\"}", "yes"),
                Arguments.of("{\"calls\":[{\"say\":\"no\"}],\"input\":{\"say\":\"no\"},\"say\":\"yes\"}", "yes"),
                Arguments.of("{\"thought\":\"\\\"say\\\":\\\"no\\\"\",\"action\":\"say\"}", ""),
                Arguments.of("{\"say\":[\"no\"],\"x\":\"no\"}", ""),
                Arguments.of("{\"say\":null,\"x\":\"no\"}", ""),
                Arguments.of("{\"say\":\"cut of", "cut of"),
                Arguments.of("{\"say\":\"\\uzzzz!\"}", "\ufffd!"),
                Arguments.of("plain text", ""),
                Arguments.of("", ""));
    }

    @ParameterizedTest
    @MethodSource("answers")
    void say_ofAnyAnswer_isHeard_howeverItIsCut(String answer, String said) {
        assertThat(heard(List.of(answer))).isEqualTo(said);
        Random random = new Random(7);
        IntStream.range(0, 300)
                .forEach(seed -> assertThat(heard(cut(answer, random)))
                        .as("cut number %s", seed)
                        .isEqualTo(said));
    }

    @Test
    void pieces_areWholeCharacters() {
        List<String> pieces = new ArrayList<>();
        SayStream stream = new SayStream(pieces::add);
        for (char c : "{\"say\":\"\ud83d\ude80\\ud83d\\ude80\"}".toCharArray()) {
            stream.accept(String.valueOf(c));
        }

        assertThat(pieces).containsExactly("\ud83d\ude80", "\ud83d\ude80");
    }

    private static String heard(List<String> pieces) {
        StringBuilder heard = new StringBuilder();
        SayStream stream = new SayStream(heard::append);
        pieces.forEach(stream);
        return heard.toString();
    }

    private static List<String> cut(String text, Random random) {
        List<String> pieces = new ArrayList<>();
        for (int from = 0; from < text.length(); ) {
            int to = Math.min(text.length(), from + random.nextInt(5));
            pieces.add(text.substring(from, to));
            from = to;
        }
        return pieces;
    }
}
