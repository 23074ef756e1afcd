package dev.harbor.examples.flows;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class FulfilmentTest {

    @Test
    void example_waitsForTheApproval_andChargesAndShipsOnce() {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        Fulfilment.run(new PrintStream(said, true, StandardCharsets.UTF_8));

        assertThat(said.toString(StandardCharsets.UTF_8).lines().filter(line -> line.matches("\\w+: .*")))
                .containsExactly(
                        "waits:  shop.charge@v1 {\"customer\":\"Bo\",\"cents\":2000}",
                        "books:  []",
                        "result: {\"receipt\":{\"number\":\"R-1\",\"cents\":2000},\"tracking\":\"T-1\"}",
                        "books:  [charged Bo 2000, shipped 2 lines for R-1]");
        assertThat(said.toString(StandardCharsets.UTF_8)).startsWith("flowchart TD\n");
    }
}
