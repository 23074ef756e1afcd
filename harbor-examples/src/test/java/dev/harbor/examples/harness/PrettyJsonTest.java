package dev.harbor.examples.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.json.Json;
import org.junit.jupiter.api.Test;

final class PrettyJsonTest {

    @Test
    void document_isSpread_andKeepsEveryDigitAndCharacter() {
        Json document = Json.parse("{\"a\":[1.10,{}, [],\"x\\\"{,:\\\\\"],\"b\":{\"c\":1E400}}");

        assertThat(PrettyJson.of(document)).hasToString("""
                {
                  "a": [
                    1.10,
                    {},
                    [],
                    "x\\"{,:\\\\"
                  ],
                  "b": {
                    "c": 1E400
                  }
                }""");
    }

    @Test
    void value_alone_staysAsItIs() {
        assertThat(PrettyJson.of(Json.parse(" \"a b\" "))).hasToString("\"a b\"");
    }
}
