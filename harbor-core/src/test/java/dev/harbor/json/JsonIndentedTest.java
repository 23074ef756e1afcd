package dev.harbor.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class JsonIndentedTest {

    @Test
    void document_isSpread_andKeepsEveryDigitAndCharacter() {
        Json document = Json.parse("{\"a\":[1.10,{}, [],\"x\\\"{,:\\\\\"],\"b\":{\"c\":1E400}}");

        assertThat(document.indented()).hasToString("""
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
        assertThat(Json.parse(" \"a b\" ").indented()).hasToString("\"a b\"");
    }
}
