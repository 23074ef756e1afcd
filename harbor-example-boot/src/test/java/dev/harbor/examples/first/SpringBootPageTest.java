package dev.harbor.examples.first;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** Takes the steps of the page on Spring Boot: its dependencies, its properties, its classes, its requests and their answers. */
final class SpringBootPageTest {

    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>([^<]+)</artifactId>");
    private static final Pattern REQUEST =
            Pattern.compile("(?m)^\\$ curl -s --json '([^']+)' localhost:8080(\\S+)\\n(.*)$");

    @TempDir
    Path directory;

    private static String page() throws IOException {
        return Files.readString(Path.of("..", "docs", "howto", "spring-boot.md"));
    }

    private static String block(String language) throws IOException {
        String page = page();
        int start = page.indexOf("```" + language + "\n") + language.length() + 4;
        return page.substring(start, page.indexOf("```", start));
    }

    @Test
    void dependencies_ofThePage_areThoseOfThisModule() throws IOException {
        List<String> named = ARTIFACT.matcher(block("xml"))
                .results()
                .map(match -> match.group(1))
                .filter(artifact -> !artifact.endsWith("-bom"))
                .toList();
        String pom = Files.readString(Path.of("pom.xml"));
        assertThat(named)
                .isNotEmpty()
                .allSatisfy(artifact -> assertThat(pom).contains("<artifactId>" + artifact + "</artifactId>"));
    }

    @Test
    void requests_ofThePage_haveItsAnswers() throws IOException, InterruptedException {
        Path properties = Files.writeString(directory.resolve("page.yaml"), block("yaml"));
        List<MatchResult> requests = REQUEST.matcher(page()).results().toList();
        assertThat(requests).hasSizeGreaterThan(1);
        try (ConfigurableApplicationContext application = SpringApplication.run(
                Greetings.class,
                "--server.port=0",
                "--spring.config.location=" + properties.toUri(),
                "--spring.autoconfigure.exclude=org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")) {
            String port = application.getEnvironment().getProperty("local.server.port");
            for (MatchResult request : requests) {
                assertThat(answer("http://localhost:" + port + request.group(2), request.group(1)))
                        .isEqualTo(request.group(3));
            }
        }
    }

    private static String answer(String to, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(to))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
