package dev.harbor.examples.tenants;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.examples.Child;
import java.io.BufferedReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The service as a process: it says where it is, serves, and stops when it is told to. */
final class TwoTenantServiceProcessTest {

    private static final Pattern TOOLS = Pattern.compile(".* (http://127\\.0\\.0\\.1:\\d+/\\S+/tools)");

    @Test
    void process_inTurkishAndPosix_servesUntilItIsToldToStop(@TempDir Path directory) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(Child.java(TwoTenantService.class, List.of("-Duser.language=tr")))
                .directory(directory.toFile())
                .redirectErrorStream(true);
        builder.environment().put("LC_ALL", "POSIX");
        Process process = builder.start();
        try (BufferedReader out = process.inputReader(StandardCharsets.US_ASCII)) {
            HttpRequest tools = HttpRequest.newBuilder(address(out)).build();

            assertThat(HttpClient.newHttpClient()
                            .send(tools, BodyHandlers.ofString())
                            .body())
                    .contains("stock.find");

            process.toHandle().destroy();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(out.lines()).noneMatch(line -> line.contains("Exception"));
        } finally {
            process.destroyForcibly();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"many", "-1", "65536"})
    void process_withPortThatIsNone_saysSoInOneLine(String port, @TempDir Path directory) throws Exception {
        Child child = Child.run(Child.java(TwoTenantService.class, List.of(), port), Map.of(), directory);

        assertThat(child.exitCode()).isEqualTo(2);
        assertThat(child.out()).isEmpty();
        assertThat(child.err().lines()).singleElement().asString().startsWith("can't serve on port " + port);
    }

    private static URI address(BufferedReader out) throws Exception {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            Matcher found = TOOLS.matcher(line);
            if (found.matches()) {
                return URI.create(found.group(1));
            }
        }
        throw new AssertionError("the service did not say where it is");
    }
}
